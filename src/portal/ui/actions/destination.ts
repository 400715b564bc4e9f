import type { Action } from '../../../model/definitions.g';
import { chooseAction } from '../../../runtime/action';
import type { Scope } from '../../../runtime/roots';
import { expand } from '../../../runtime/template';
import { evaluate } from '../../../runtime/value';

/**
 * Returns a path of this site, or its root: what an address carries is not trusted (ledger LOGIN-31). It is read as browsers read
 * it, which take `/\host` and `/<tab>/host` for other sites. The login page itself is no place to go to after a login. @internal
 * @param login the address of the login page
 */
export function toOwnPath(address: unknown, login: string): string {
  if (typeof address !== 'string' || !address.startsWith('/')) return '/';
  try {
    const { origin, pathname, search, hash } = new URL(address, window.location.origin);
    return origin === window.location.origin && pathname !== login && !pathname.startsWith('//') ? pathname + search + hash : '/';
  } catch {
    return '/';
  }
}

/** Returns where an effect takes the visitor; undefined when its action leads nowhere. */
export function resolveDestination(action: Action, scope: Scope, login: string): string | undefined {
  const chosen = chooseAction(action, scope);
  if (!chosen) return undefined;
  return chosen.to === undefined ? toOwnPath(evaluate(chosen.url, scope), login) : expand(chosen.to, chosen.with, scope);
}
