import { getItem } from '../../../database/content/items';
import {
  addReminder,
  listReminders,
  lockReminder,
  type Reminder,
  removeReminder,
  removeReminders,
} from '../../../database/messages/itemReminders';
import type { CompiledModule } from '../../../model/compiled';
import { formatPattern } from '../../../runtime/text';
import { formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { ApiRequest, PersonalData, Room } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import type { AccountServices } from '../../security/accountServices';
import { limitUses, type Rule } from '../../security/limits';
import { readBegin, readMinutes, remindOfAll } from './remind';

/** What a member may ask for; each is a row that somebody looks at until its item begins. */
const perMember: readonly Rule[] = [{ name: 'remind-day', most: 100, milliseconds: 86_400_000 }];

const reminderData: PersonalData<AccountServices> = {
  name: 'reminders',
  read: async ({ db }, tenant, member) =>
    (await listReminders(db, tenant, member)).map(({ module, item, created }) => ({ module, item, crtTime: formatIso(created.getTime()) })),
  forget: removeReminders,
};

/** What members want to be reminded of before it begins, of every module that says when its items do (`reminder`). */
export const remindersRoom: Room<AccountServices> = {
  services: {
    'reminders.mine': async (request, { db }) => ({ item: { reminded: await lockReminder(db, toReminder(request).reminder) } }),
    'reminders.ask': async (request, accounts) => {
      const { portal, now } = request;
      const { texts, patterns } = portal;
      const { reminder, module } = toReminder(request);
      const found = await getItem(accounts.db, portal.tenant, module.name, reminder.item);
      if (found?.status !== 1) throw new RequestError('noSuchItem');
      const begin = readBegin(module, found.doc);
      if (begin === undefined || begin <= now) throw new RequestError('begunAlready');
      await limitUses(accounts, portal.tenant, perMember, reminder.member);
      await addReminder(accounts.db, reminder, now);
      return { message: formatPattern(texts['reminderSet'] ?? '', { minutes: readMinutes(portal, module) }, patterns) };
    },
    'reminders.drop': async (request, { db }) => {
      await removeReminder(db, toReminder(request).reminder);
      return { message: request.portal.texts['reminderDropped'] };
    },
  },
  personalData: [reminderData],
  remindSoon: remindOfAll,
};

/** @throws RequestError 404 for a module whose items say nothing of when they begin */
function toReminder({ portal, endpoint, viewer, parameters }: ApiRequest): { reminder: Reminder; module: CompiledModule } {
  const module = portal.modules[endpoint.module];
  if (!module?.definition.reminder) throw new RequestError('noSuchCall');
  const { tenant } = portal;
  return { module, reminder: { tenant, member: requireViewer(viewer).id, module: module.name, item: parameters.get('id') ?? '' } };
}
