import { useEffect, type ReactElement } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { act } from 'react-dom/test-utils';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, StaticRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { vi } from 'vitest';
import { joinPieces } from '../../src/runtime/pieces';
import type { Payload } from '../../src/model/payload';
import type { Call } from '../../src/runtime/pageData';
import { noCall, PageProvider } from '../../src/portal/data/context';
import { useForgetting } from '../../src/portal/data/sessionKeys';
import { useCalls, type Calls } from '../../src/portal/data/useCalls';
import { createSettings } from '../../src/portal/data/settings';
import { KindsProvider } from '../../src/portal/app/dispatch';
import { Portal } from '../../src/portal/app/Portal';
import { buildPageAddress } from '../../src/portal/data/roots';
import { serverKinds } from '../../src/portal/app/serverRegistry';
import { renderPage } from '../../src/portal/app/entryServer';
import '../../src/portal/data/keepReplies';
import '../../src/portal/data/loadOwnContent';
import '../../src/portal/ui/toggles/ToggleRunner';

/** All kinds at once, as they are in browsers: nothing is kept there. */
const browserKinds = { ...serverKinds, kept: undefined };

/** Renders as on a server, without React's warning that effects do nothing there: it comes of the browser that tests have at hand. */
function quietly(render: () => string): string {
  const spy = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    return render();
  } finally {
    spy.mockRestore();
  }
}

/** The markup of a whole page as the server writes it. */
export const htmlOf = (payload: Payload): string => quietly(() => joinPieces(renderPage(payload).pieces));

/** The markup of one component within a page. */
export function htmlOfPart(payload: Payload, part: ReactElement): string {
  return quietly(() => renderToString(<StaticRouter location={buildPageAddress(payload.page)}>{within(payload, part)}</StaticRouter>));
}

const within = (payload: Payload, part: ReactElement): ReactElement => (
  <SWRConfig value={createSettings({})}>
    <KindsProvider kinds={serverKinds}>
      <PageProvider shell={payload.shell} page={payload.page} busy={false} retry={() => {}}>
        {part}
      </PageProvider>
    </KindsProvider>
  </SWRConfig>
);

/** A component taken over by a browser, and what React complained of. */
export interface Taken {
  container: HTMLElement;
  complaints: string[];
  close: () => void;
}

async function takeOver(html: string, element: ReactElement, before: (container: HTMLElement) => void = () => undefined): Promise<Taken> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const complaints: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => {
    complaints.push(words.map(String).join(' '));
  });
  const container = document.createElement('div');
  container.innerHTML = html;
  document.body.append(container);
  before(container);
  let root: Root | undefined;
  await act(async () => {
    root = hydrateRoot(container, element);
  });
  // Parts that pages fetch after hydration are there at once in tests.
  await act(async () => {
    await vi.dynamicImportSettled();
  });
  return {
    container,
    complaints,
    close: () => {
      act(() => root?.unmount());
      container.remove();
      spy.mockRestore();
    },
  };
}

/**
 * Hydrates a whole page on the markup that the server writes for it.
 * @param before what a visitor does while the scripts are on their way
 */
export function hydratePage(payload: Payload, call: Call = noCall, before?: (container: HTMLElement) => void): Promise<Taken> {
  const address = buildPageAddress(payload.page);
  return takeOver(
    htmlOf(payload),
    <MemoryRouter initialEntries={[address]}>
      <Portal payload={payload} kinds={browserKinds} call={call} address={address} />
    </MemoryRouter>,
    before,
  );
}

/** Hydrates one component within a page. */
export function hydratePart(payload: Payload, part: ReactElement): Promise<Taken> {
  return takeOver(
    htmlOfPart(payload, part),
    <MemoryRouter initialEntries={[buildPageAddress(payload.page)]}>{within(payload, part)}</MemoryRouter>,
  );
}

/** The ways to the back end within a page, of which one uses replies again. */
export async function takeCalls(payload: Payload, ask: Call): Promise<Calls & { taken: Taken }> {
  const made: Partial<Calls> = {};
  function Taking(): null {
    const calls = useCalls(payload.shell, ask);
    useForgetting();
    useEffect(() => void Object.assign(made, calls), [calls]);
    return null;
  }
  const taken = await hydratePart(payload, <Taking />);
  return { call: noCall, read: noCall, ...made, taken };
}
