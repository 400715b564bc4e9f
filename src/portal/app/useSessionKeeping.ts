import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PagePayload, ShellPayload } from '../../model/payload';
import { addReturn } from '../../runtime/action';
import type { Call } from '../../runtime/pageData';
import { getLoginAddress } from '../data/context';
import { notify } from '../ui/notices';
import { buildPageAddress } from '../data/roots';
import { useHydrated } from '../data/hydration';
import { onSessionEnd, readCookie, readTokenLife, useSession } from '../data/session';

/**
 * Keeps the visitor's session: renews it in its last third, leads to the login page and back when it is over (ledger SESSION-13,
 * 14, 16) or when a page asks for a member (SESSION-05). The address that login comes back to has the state of the list.
 * @param leaving whether another page is on its way; who has left, as after the end of an account, is not led back
 */
export function useSessionKeeping(shell: ShellPayload, page: PagePayload, leaving: boolean, call: Call): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      onSessionEnd((end) => {
        notify(shell.texts[end === 'expired' ? 'sessionExpired' : 'tokenInvalid'] ?? '', 'danger');
        const login = getLoginAddress(shell);
        const path = window.location.pathname.slice(shell.prefix.length) || '/';
        if (path !== login) void navigate(addReturn(login, path + window.location.search));
      }),
    [shell, navigate],
  );
  const { signedIn } = useSession();
  useRequirement(shell, page, leaving, signedIn);
  const renew = shell.calls?.['accounts.renew'];
  useEffect(() => {
    if (signedIn && renew && isNearItsEnd(readCookie('token') ?? '', Date.now())) void call(renew, {});
  }, [signedIn, renew, call, page.path]);
}

/** Returns whether less than a third of a token's life is left; one that is over already cannot be renewed. @internal */
export function isNearItsEnd(token: string, now: number): boolean {
  const life = readTokenLife(token);
  return life !== undefined && now < life.until && life.until - now < (life.until - life.from) / 3;
}

function useRequirement(shell: ShellPayload, page: PagePayload, leaving: boolean, signedIn: boolean): void {
  const navigate = useNavigate();
  const live = useHydrated();
  const missing = live && !signedIn && !leaving && page.status === 200 && page.definition.requires === 'login';
  const here = buildPageAddress(page);
  useEffect(() => {
    if (missing) void navigate(addReturn(getLoginAddress(shell), here), { replace: true });
  }, [missing, here, shell, navigate]);
}
