import type { FastifyReply } from 'fastify';

/** What caches in front of the servers may keep, and who is told of what they must not keep any longer. */
export interface EdgeOptions {
  /** Seconds. */
  maxAge: number;
  /** Absent: nobody is told. */
  purge?: { url: string; token?: string | undefined };
}

/** What a reply was made of that is the same for everybody. */
export interface Sources {
  /** Names of what it shows, by which it is thrown away when that changes; see {@link nameSubject}. */
  keys: ReadonlySet<string>;
  /** Whether these name all of it: otherwise it counts for a moment only. */
  lasts: boolean;
  /** Whether pages alone are the same for everybody: the reply itself is for who asked. */
  inPages?: boolean;
}

/** Which replies show something: those with anything of it, or those that list items of a module. */
export interface Subject {
  tenant: string;
  module?: string;
  item?: string;
  listed?: boolean;
}

/** The key of every reply. */
export const everything = 'portal';

/** Returns the key of replies that show something of an institution, a module, an item, or items of a module in a list. */
export function nameSubject({ tenant, module, item, listed }: Subject): string {
  if (module === undefined) return `institution-${tenant}`;
  if (item !== undefined) return `entry-${tenant}.${module}.${encodeURIComponent(item)}`;
  return `${listed ? 'list' : 'module'}-${tenant}.${module}`;
}

/** Returns the sources of what was made of several replies; of some of which nothing is known. */
export const joinSources = (all: readonly (Sources | undefined)[]): Sources => ({
  keys: new Set(all.flatMap((each) => [...(each?.keys ?? [])])),
  lasts: all.every((each) => each?.lasts === true),
});

/** With caches in front the servers keep pages for a moment only: what is asked for after a change was told must show it. Milliseconds. */
export const originAges = { freshFor: 1_000, staleFor: 1_000 };

/** Seconds for which a reply is kept that shows what nobody is told of, and for which a kept one is sent while a new one is fetched. */
const [momentSeconds, staleSeconds] = [5, 15];

/**
 * Says in a reply's headers what caches in front may do with it (RFC 9111, RFC 5861), and by which names it is thrown away. Browsers ask
 * each time.
 * @param sources absent: the reply is for who asked alone
 * @param holdsFor milliseconds after which it no longer shows what holds, where that is known
 */
export function shareReply(
  reply: FastifyReply,
  { maxAge }: EdgeOptions,
  tenant: string,
  sources: Sources | undefined,
  holdsFor = Number.POSITIVE_INFINITY,
): void {
  const seconds = Math.min(sources?.lasts ? maxAge : Math.min(maxAge, momentSeconds), Math.floor(holdsFor / 1_000));
  if (!sources || sources.inPages || seconds <= 0) {
    reply.header('cache-control', 'private, no-store');
    return;
  }
  const keys = [everything, nameSubject({ tenant }), ...sources.keys];
  const stale = Number.isFinite(holdsFor) ? '' : `, stale-while-revalidate=${sources.lasts ? staleSeconds : momentSeconds}`;
  reply.headers({
    'cache-control': `public, max-age=0, s-maxage=${seconds}${stale}`,
    'surrogate-key': keys.join(' '),
    'cache-tag': keys.join(','),
  });
}
