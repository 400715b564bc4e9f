// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { createRoot } from 'react-dom/client';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAddedCounts } from '../../../src/portal/data/useAddedCounts';
import { listPayload } from '../payloads';

const missed: unknown[] = [];
const miss = (reason: unknown): void => void missed.push(reason);
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));
afterEach(() => {
  vi.unstubAllGlobals();
  process.off('unhandledRejection', miss);
});

test('what is added to a page that is gone by then is lost without a word', async () => {
  process.on('unhandledRejection', miss);
  let add: ReturnType<typeof useAddedCounts>['add'] | undefined;
  const Page = (): null => {
    ({ add } = useAddedCounts(listPayload().page));
    return null;
  };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Page />
      </SWRConfig>,
    ),
  );
  add?.({ '/main/total': 1 }, {});
  await act(async () => root.unmount());
  await vi.dynamicImportSettled();
  await new Promise((resolve) => setImmediate(resolve));
  expect(missed).toEqual([]);
});
