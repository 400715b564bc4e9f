import { useMemo } from 'react';
import { useSWRConfig } from 'swr';
import type { ShellPayload } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { buildFailure } from './failure';
import { loadKeepReplies } from './laterParts';

/** The two ways to the back end. */
export interface Calls {
  /** Asks it each time. */
  call: Call;
  /** Does with a reply of a moment ago, see keepReplies. */
  read: Call;
}

/** The ways to the back end, of which `read` uses again what SWR keeps; what that takes comes when something is read for the first time. */
export function useCalls({ texts }: Pick<ShellPayload, 'texts'>, ask: Call): Calls {
  const { cache, mutate } = useSWRConfig();
  return useMemo(() => createCalls(ask, { cache, mutate }, texts['notFetched']), [ask, cache, mutate, texts]);
}

function createCalls(ask: Call, swr: Pick<ReturnType<typeof useSWRConfig>, 'cache' | 'mutate'>, notFetched: string | undefined): Calls {
  let kept: Calls | undefined;
  return {
    call: (...request) => (kept?.call ?? ask)(...request),
    read: async (...request) => {
      try {
        const { keepReplies } = await loadKeepReplies();
        kept ??= keepReplies(ask, swr);
      } catch {
        return buildFailure(notFetched, undefined, 'network');
      }
      return kept.read(...request);
    },
  };
}
