import type { ShellPayload } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { buildFailure } from './failure';
import { loadApi } from './laterParts';

/** Returns the one way from the browser to the back end. What makes calls comes with the first of them: a page to be read needs none of it. */
export function createLaterCall(shell: Pick<ShellPayload, 'fid' | 'texts' | 'prefix'>): Call {
  let call: Call | undefined;
  return async (...request) => {
    try {
      const { createBrowserCall } = await loadApi();
      call ??= createBrowserCall(shell);
    } catch {
      return buildFailure(shell.texts['notFetched'], undefined, 'network');
    }
    return call(...request);
  };
}
