import { createHash } from 'node:crypto';
import { asString, getOwn } from '../../../model/json';
import { formatPattern } from '../../../runtime/text';
import { RequestError } from '../../api/errors';
import { withIdempotencyKey } from '../../api/idempotency';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import { requireSite } from '../../desk/site';
import { readTitle } from '../../items/record';
import { listOpenChannels, tell } from '../../messages/tell';
import type { AccountServices } from '../../security/accountServices';
import { findActivity } from './activity';
import { type Group, groups, readAttendees } from './desk';

/** The kind of news that staff write themselves. */
const kind = 'enrolment.message';

/**
 * Sends what staff have written to the members who enrolled those of a group, once to each, however many people they enrolled: by the inbox,
 * and by the channels that were chosen as far as they are open for this kind and the member wants them. The same words about the same
 * activity reach nobody twice, whoever sends them, so two clicks and two servers are one message; who enrols later gets them when they are sent
 * again.
 * @throws RequestError 404 where there is no such activity, 409 where there is nobody left to tell
 */
export async function tellAttendees(request: ApiRequest, { db, keys }: AccountServices): Promise<ServiceReply> {
  const { portal, body, now } = request;
  const site = requireSite(portal);
  const activity = await findActivity(db, site, asString(body['activityId']), now);
  const [title, text, to] = [asString(body['title']).trim(), asString(body['text']).trim(), asString(body['to'])];
  const isMeant = getOwn(groups, to as Group);
  if (!isMeant) throw new RequestError('invalidBody');
  const wanted = asString(body['by']).split(',');
  const channels = listOpenChannels(site, kind).filter((channel) => wanted.includes(channel));
  const key = `${activity.id} ${createHash('sha256')
    .update(JSON.stringify([title, text]))
    .digest('base64url')}`;
  return withIdempotencyKey(request, db, {
    work: async (tx) => {
      const members = (await readAttendees(tx, site, activity.id, now)).filter(isMeant).map(({ row }) => row.member);
      let count = 0;
      // In one order everywhere, so that two who send the same do not wait for each other.
      for (const member of [...new Set(members)].filter((id) => id !== '').sort())
        if (await tell(tx, { keys }, site, { member, kind, key, title, text, channels }, now)) count += 1;
      if (count === 0) throw new RequestError('deskNobodyToTell');
      await note(tx, request, {
        action: 'enrolment.tell',
        module: activity.module.name,
        item: activity.id,
        title: readTitle(activity.module, activity.doc),
        detail: { to, members: count, channels },
      });
      return { message: formatPattern(portal.texts['deskTold'] ?? '', { count }, portal.patterns) };
    },
  });
}
