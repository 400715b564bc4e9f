import { LRUCache } from 'lru-cache';
import type { BuiltPortal, PortalBuilder } from './snapshot';

/** A portal and what made it. */
interface Held {
  builder: PortalBuilder;
  built: BuiltPortal;
}

/**
 * So many portals are held for visitors, each in one language, those that were asked for last. Each takes a quarter of a megabyte, with what
 * is made of it as pages are shown, and less than a tenth of a second to be made again.
 */
const mostPortals = 200;
/** So many are held besides for work that passes by all institutions: what one walk has made, another that is close behind need not make. */
const mostPassing = 8;

/** The portals that are at hand. Others are made again when they are asked for. */
export class BuiltPortals {
  private readonly held: LRUCache<string, Held>;
  private readonly passing: LRUCache<string, Held>;

  /**
   * @param release is told of an institution of which a portal is no longer held
   * @param most portals for visitors
   */
  constructor(
    private readonly release: (tenant: string) => void,
    most = mostPortals,
  ) {
    this.held = new LRUCache({
      max: most,
      dispose: ({ builder }, _key, reason) => {
        if (reason === 'evict') this.release(builder.tenant);
      },
    });
    this.passing = new LRUCache({
      max: mostPassing,
      dispose: ({ builder }, key, reason) => {
        if (reason === 'evict' && !this.held.has(key)) this.release(builder.tenant);
      },
    });
  }

  /** Returns a portal that visitors ask for: the same object as long as it is held. */
  get(builder: PortalBuilder, locale?: string): BuiltPortal {
    const key = toKey(builder.tenant, locale);
    const known = this.held.get(key);
    if (known?.builder === builder) return known.built;
    const built = this.findPassing(key, builder) ?? builder.build(locale);
    // One that is whole stays at hand beside the broken one that came after it.
    if (built.complete || !known?.built.complete) this.held.set(key, { builder, built });
    return built;
  }

  /** Lets go of what is held of an institution and was made by another builder. */
  makeRoom(builder: PortalBuilder, locale?: string): void {
    const key = toKey(builder.tenant, locale);
    if (this.held.peek(key)?.builder !== builder) this.held.delete(key);
  }

  /** Returns a portal for work that passes by all institutions, which takes no place from those that visitors ask for. */
  glance(builder: PortalBuilder, locale?: string): BuiltPortal {
    const key = toKey(builder.tenant, locale);
    const known = this.held.peek(key);
    if (known?.builder === builder) return known.built;
    const passing = this.findPassing(key, builder);
    if (passing) return passing;
    const built = builder.build(locale);
    this.passing.set(key, { builder, built });
    return built;
  }

  /** Whether a portal of an institution is held for visitors, be it of files that have changed since. */
  has(tenant: string, locale?: string): boolean {
    return this.held.has(toKey(tenant, locale));
  }

  private findPassing(key: string, builder: PortalBuilder): BuiltPortal | undefined {
    const passing = this.passing.get(key);
    return passing?.builder === builder ? passing.built : undefined;
  }
}

/** Returns what a portal is known by. */
export const toKey = (tenant: string, locale: string | undefined): string => (locale === undefined ? tenant : `${tenant}/${locale}`);
