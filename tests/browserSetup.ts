import { beforeAll } from 'vitest';
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
