// @vitest-environment jsdom
import { type ReactElement, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HydrationProvider, useHydrated } from '../../../src/portal/data/hydration';

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => vi.unstubAllGlobals());

test('what is on a page hears that it is hydrated afterwards, and what comes later has known it all along', () => {
  const seen: Record<string, boolean[]> = { first: [], later: [] };
  const Part = ({ name }: { name: string }): ReactElement => {
    const hydrated = useHydrated();
    seen[name]?.push(hydrated);
    return <p>{String(hydrated)}</p>;
  };
  const Page = (): ReactElement => {
    const [open, setOpen] = useState(false);
    return (
      <HydrationProvider>
        <Part name="first" />
        <button type="button" onClick={() => setOpen(true)} />
        {open ? <Part name="later" /> : undefined}
      </HydrationProvider>
    );
  };
  const element = document.body.appendChild(document.createElement('div'));
  element.innerHTML = renderToString(<Page />);
  expect(element.textContent).toBe('false');
  seen['first'] = [];
  let root: ReturnType<typeof hydrateRoot> | undefined;
  act(() => {
    root = hydrateRoot(element, <Page />);
  });
  expect([element.textContent, seen['first']]).toEqual(['true', [false, true]]);
  expect(document.documentElement.dataset['hydrated']).toBe('');
  act(() => element.querySelector('button')?.click());
  expect(seen['later']).toEqual([true]);
  act(() => root?.unmount());
});
