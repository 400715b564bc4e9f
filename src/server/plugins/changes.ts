import plugin from 'fastify-plugin';
import type { Change } from '../../database/changes/noteChanges';
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
  const forget = (change: Change): void => {
    if (change.topic === 'session') accounts.sessions.forget();
    if (change.topic !== 'content') return;
    forgetCounts(database, change.tenant, change.module);
  };
  const unfollow = database.changes.follow((changed) => {
    if (changed === 'everything') {
      accounts.sessions.forget();
      forgetAllCounts(database);
    } else for (const change of changed) forget(change);
    if (changed === 'everything' || changed.some(({ topic }) => topic === 'content')) forgetContent();
  });
  app.addHook('onListen', async () => database.changes.start());
  app.addHook('onClose', async () => unfollow());
});
