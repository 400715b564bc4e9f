import { useMemo, useSyncExternalStore } from 'react';

/** The cookies that a login sets and a logout removes (ledger SESSION-19). */
const sessionCookies = ['token', 'wlymobilephone', 'wlyuserimg', 'wlyuserid', 'wlyusername'] as const;

/** The value of a cookie that scripts may read, decoded; undefined when there is none. */
export function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`));
  if (pair === undefined) return undefined;
  const value = pair.slice(name.length + 1);
  try { return decodeURIComponent(value); } catch { return value; }
}

/** Ends the visitor's session in this browser; the cookies of the institution stay (ledger SESSION-20). */
export function endSession(): void {
  for (const name of sessionCookies) document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
}

const never = (): (() => void) => () => {};
const nobody = (): string => '';
const visitor = (): string => {
  const phone = readCookie('wlymobilephone');
  return phone ? `${phone}\n${readCookie('wlyusername') ?? ''}` : '';
};

/**
 * The visitor, by the login cookies (ledger SESSION-22). Always anonymous while a page is rendered by the server or hydrated,
 * so that anonymous pages can be cached.
 */
export function useSession(): { signedIn: boolean; name: string } {
  const found = useSyncExternalStore(never, visitor, nobody);
  return useMemo(() => {
    const [phone = '', name = ''] = found.split('\n');
    return { signedIn: phone !== '', name: name === '' ? phone : name };
  }, [found]);
}

/** False while rendered by the server or hydrated, true afterwards: for what needs scripts. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, () => true, () => false);
}
