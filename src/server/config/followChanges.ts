import type { Database } from '../../database/connection';

/**
 * Calls back with each institution of which items or pictures have changed, whichever server changed them; without one when those of all may
 * have.
 * @returns what ends it
 */
export const followContent = (feed: Database['changes'], onContent: (tenant?: string) => void): (() => void) =>
  feed.follow((changes) => {
    if (changes === 'everything') return onContent();
    const tenants = new Set(changes.flatMap(({ topic, tenant }) => (topic === 'content' ? [tenant] : [])));
    for (const tenant of tenants) onContent(tenant);
  });
