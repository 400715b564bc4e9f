import { afterAll, beforeAll, vi } from 'vitest';
import { dismissNotices } from '../src/portal/ui/notices';

/** Clears the window that the files of a worker share: what another file left there is of no concern to this one. */
beforeAll(() => {
  dismissNotices();
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  localStorage.clear();
  sessionStorage.clear();
  // jsdom has none; what one file put in its place is not what another one expects.
  Reflect.deleteProperty(window, 'matchMedia');
  history.replaceState(null, '', '/');
});

/** What a file still fetches would come when its window is gone, and fail the run by an error that is no test's. */
afterAll(() => vi.dynamicImportSettled());
