import type { ShellPayload } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { buildFailure } from './failure';

/** Returns the one way from the browser to the back end. What makes calls comes with the first of them: a page to be read needs none of it. */
export function createLaterCall(shell: Pick<ShellPayload, 'fid' | 'texts' | 'prefix'>): Call {
  return (...request) =>
    import('./api').then(
      ({ createBrowserCall }) => createBrowserCall(shell)(...request),
      () => buildFailure(shell.texts['notFetched'], undefined, 'network'),
    );
}
