import { beforeAll } from 'vitest';

/** Clears the window that the files of a worker share: what another file left there is of no concern to this one. */
beforeAll(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
