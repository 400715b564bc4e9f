import plugin from 'fastify-plugin';
import { everything, type NotedChange } from '../../database/changes/changeLog';
import type { Database } from '../../database/connection';
import { forgetAllCounts, forgetCounts } from '../../database/content/countCache';
import type { Room } from '../api/room';
import { forgetFocusSheets } from '../files/focusSheet';
import type { ReadyReplies } from '../rendering/readyReplies';
import type { AccountServices } from '../security/accountServices';

/** What remembers something of the database. */
interface Rememberers {
  database: Database;
  ready: ReadyReplies;
  accounts: AccountServices;
  rooms: readonly Room<AccountServices>[];
}

/** Lets what a server remembers be forgotten as soon as any server has changed it. Pages are told apart, by those who make them. */
export const changes = plugin(async (app, { database, ready, accounts, rooms }: Rememberers) => {
  const forgetContent = (): void => {
    forgetFocusSheets();
    for (const room of rooms) room.forget?.(accounts);
    ready.clear();
  };
  const forget = (changed: readonly NotedChange[]): void => {
    if (changed.some(({ topic }) => topic === 'session')) accounts.sessions.forget();
    const items = changed.filter(({ topic }) => topic === 'content');
    // Many items of a module are one change of what was counted of it.
    const modules = new Map(items.map(({ tenant, module }) => [`${tenant} ${module}`, { tenant, module }]));
    for (const { tenant, module } of modules.values()) forgetCounts(database, tenant, module);
    if (items.length > 0) forgetContent();
  };
  const unfollow = database.changes.follow((changed) => {
    if (changed !== everything) return forget(changed);
    accounts.sessions.forget();
    forgetAllCounts(database);
    forgetContent();
  });
  app.addHook('onListen', async () => database.changes.start());
  app.addHook('onClose', async () => unfollow());
});
