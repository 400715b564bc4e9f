import { useState, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { act } from 'react-dom/test-utils';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import deskTexts from '../../../schemas/desk/texts.json';
import type { BulkAction } from '../../../src/model/definitions.g';
import type { JsonObject } from '../../../src/model/json';
import type { PagePayload, ShellPayload } from '../../../src/model/payload';
import { serverKinds } from '../../../src/portal/app/serverRegistry';
import { KindsProvider } from '../../../src/portal/app/dispatch';
import { PageProvider } from '../../../src/portal/data/context';
import { createSettings } from '../../../src/portal/data/settings';
import { Frame } from '../../../src/portal/desk/DeskFrame';
import { DeskTable } from '../../../src/portal/desk/lists/DeskTable';
import type { Call } from '../../../src/runtime/pageData';
import { endpoint, pageOf, patternsOf, shellOf } from '../payloads';

/** A table of the desk in a browser, which is fetched anew after something was done with its lines. */
export interface OpenTable {
  press: (words: string) => Promise<void>;
  tickAll: () => Promise<void>;
  close: () => void;
}

/**
 * Opens a page of the desk with a table and what can be done with several of its lines.
 * @param left the lines that are left when it is fetched anew: without any there is no table
 */
export async function openTable(
  { rows, left, bulk, texts = {} }: { rows: JsonObject[]; left: JsonObject[]; bulk: Record<string, BulkAction>; texts?: object },
  call: Call,
): Promise<OpenTable> {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const words = { ...shellOf().texts, ...deskTexts, ...texts };
  const shell: ShellPayload = { ...shellOf(), texts: words, staff: { login: 'editor', name: '编辑', role: '编辑' } };
  const names = Object.values(bulk).flatMap((action) => [action.call, ...(action.warns ? [action.warns.source] : [])]);
  const page: PagePayload = {
    ...pageOf({ kind: 'list', source: 'list', title: '活动', layouts: {} }, {}),
    endpoints: Object.fromEntries(names.map((name) => [name, endpoint(name, `/api/${name}{?id}`)])),
    patterns: patternsOf(...Object.values(words)),
    desk: { exports: false, reveals: false, bulk: Object.keys(bulk) },
  };
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  await act(async () => root.render(<Page />));

  function Page(): ReactElement {
    const [shown, setShown] = useState(rows);
    return (
      <MemoryRouter>
        <SWRConfig value={createSettings({})}>
          <KindsProvider kinds={serverKinds}>
            <PageProvider shell={shell} page={page} busy={false} retry={() => setShown(left)} call={call}>
              <Frame>
                {shown.length > 0 && (
                  <DeskTable card="row" table={{ shape: 'table', title: '/row/title', bulk }} rows={shown} columns={1} caption="活动" />
                )}
              </Frame>
            </PageProvider>
          </KindsProvider>
        </SWRConfig>
      </MemoryRouter>
    );
  }

  const pressOn = async (found: HTMLElement | undefined): Promise<void> => {
    if (!found) throw new Error(document.body.textContent ?? '');
    await act(async () => found.click());
    await act(async () => {});
  };
  return {
    // The last one is that of the dialog above the others.
    press: (name) => pressOn([...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === name)),
    tickAll: () => pressOn(document.querySelector<HTMLInputElement>('thead input') ?? undefined),
    close: () => {
      act(() => root.unmount());
      container.remove();
    },
  };
}
