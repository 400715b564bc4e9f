import {
  listRemindedItems,
  listRemindedTenants,
  listUntoldReminded,
  lockReminder,
  type RemindedItem,
  removeRemindersOf,
} from '../../../database/messages/itemReminders';
import { inTransaction } from '../../../database/transaction';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { asText } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import { formatPattern } from '../../../runtime/text';
import { writeTime } from '../../../runtime/dates';
import { formatDate, parseTime } from '../../../runtime/time';
import { walkPortals } from '../../config/walkPortals';
import { readTitle } from '../../items/record';
import { nameDeed, type News, tell } from '../../messages/tell';
import type { AccountServices } from '../../security/accountServices';

const kind = 'item.reminder';
const minute = 60_000;
/** How long before where neither the module nor the settings say. */
const usualMinutes = 15;

/** Returns when an item begins, in milliseconds since 1970; undefined when it does not say. */
export function readBegin({ definition: { reminder } }: Pick<CompiledModule, 'definition'>, doc: unknown): number | undefined {
  const found = reminder && resolve(reminder.begin, doc);
  return typeof found === 'string' ? parseTime(found) : undefined;
}

/** Returns how many minutes before the beginning members are reminded. */
export const readMinutes = ({ settings }: Pick<CompiledPortal, 'settings'>, { definition }: Pick<CompiledModule, 'definition'>): number =>
  definition.reminder?.minutes ?? settings.messages?.remindMinutes ?? usualMinutes;

/**
 * Reminds members of what they asked to be reminded of and what begins soon: once of each day that it begins on, so that what is put off is
 * told again, and what is withdrawn is not told. When it begins is read from the item at this moment. What has begun is forgotten.
 */
async function remindOfItems(accounts: AccountServices, portal: CompiledPortal): Promise<void> {
  const { db, clock } = accounts;
  const { tenant, modules } = portal;
  for (const { module: name, id, status, doc } of await listRemindedItems(db, tenant)) {
    const [module, now, which] = [modules[name], clock(), { tenant, module: name, item: id }];
    const begin = module && doc ? readBegin(module, doc) : undefined;
    if (doc === null || (begin !== undefined && begin <= now)) await removeRemindersOf(db, which);
    else if (module && begin !== undefined && status === 1 && now >= begin - readMinutes(portal, module) * minute)
      await tellAll(accounts, portal, { ...which, news: describe(portal, module, { id, doc, begin, now }) }, now);
  }
}

/** Does so for every institution of which somebody wants to be reminded of something. One that fails keeps none of the others from it. */
export async function remindOfAll(accounts: AccountServices, portalOf: (tenant: string) => CompiledPortal | undefined): Promise<void> {
  const tenants = await listRemindedTenants(accounts.db);
  for await (const portal of walkPortals({ tenants, portal: portalOf })) await remindOfItems(accounts, portal).catch(accounts.report);
}

async function tellAll(
  { db, keys }: AccountServices,
  portal: CompiledPortal,
  { news, ...which }: RemindedItem & { news: Omit<News, 'member'> },
  now: number,
): Promise<void> {
  for (const member of await listUntoldReminded(db, which, nameDeed(news)))
    await inTransaction(db, async (tx) => {
      // Who has taken it back by now is not told.
      if (await lockReminder(tx, { ...which, member })) await tell(tx, { keys }, portal, { ...news, member }, now);
    });
}

function describe(
  { texts, patterns, entries }: CompiledPortal,
  module: CompiledModule,
  { id, doc, begin, now }: { id: string; doc: Record<string, unknown>; begin: number; now: number },
): Omit<News, 'member'> {
  const { reminder, roles } = module.definition;
  const columnId = roles?.column === undefined ? '' : asText(resolve(roles.column, doc));
  const said = { name: readTitle(module, doc), time: writeTime(begin, 'moment', { texts, patterns, now }) };
  return {
    kind,
    key: [module.name, id, formatDate(begin)].join(' '),
    title: texts['itemReminder'] ?? '',
    text: formatPattern(texts['itemReminderText'] ?? '', said, patterns),
    link: `${entries[`${module.name}:${reminder?.page ?? ''}`] ?? ''}?${new URLSearchParams({ columnId, id }).toString()}`,
  };
}
