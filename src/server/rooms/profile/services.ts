import { asString, type JsonObject } from '../../../model/json';
import { inTransaction } from '../../../database/transaction';
import { lockMember, memberOf, removeMember } from '../../../database/accounts/members';
import { formatDate, formatIso } from '../../../runtime/time';
import { useCode } from '../../security/codes';
import { clearedCookies } from '../../api/cookies';
import type { AccountKit } from '../../security/accountServices';
import { signedIn } from '../accounts/services';
import type { ApiRequest } from '../../items/answerFromItems';
import type { Answer } from '../../api/envelope';
import { RequestError } from '../../api/errors';
import { holdings } from './holdings';

type ProfileService = (request: ApiRequest, kit: AccountKit) => Promise<Answer>;

/** A member's own data as a whole, by service name. */
export const profileServices: Readonly<Record<string, ProfileService>> = {
  'profile.export': async ({ portal, viewer, now }, kit) => {
    const { id, phone } = signedIn(viewer);
    const member = await memberOf(kit.db, portal.tenant, id);
    if (!member) throw gone();
    const { name, sex, image, created } = member;
    const data: JsonObject = {
      institution: { code: portal.settings.code, title: portal.settings.site.title },
      exported: formatIso(now),
      account: { id, mobilePhone: phone, name, sex, image, registered: formatIso(created.getTime()) },
    };
    for (const holding of holdings) data[holding.name] = await holding.read(kit, portal.tenant, id, portal);
    return {
      bytes: {
        type: 'application/json; charset=utf-8',
        name: `account-${formatDate(now)}.json`,
        data: Buffer.from(`${JSON.stringify(data, null, 2)}\n`),
      },
    };
  },
  'profile.remove': async ({ portal, body, viewer, caller }, kit) => {
    const { tenant, texts } = portal;
    const { id, phone } = signedIn(viewer);
    await useCode(kit, tenant, 'removal', phone, asString(body['verCode']));
    await inTransaction(kit.db, async (tx) => {
      if (!(await lockMember(tx, tenant, id))) throw gone();
      for (const holding of holdings) await holding.forget(tx, tenant, id, portal, kit);
      await removeMember(tx, tenant, { id, phoneHash: kit.keys.phoneHash(tenant, phone) });
    });
    // The rows of the sessions are gone; this makes the process forget those it remembers.
    await kit.sessions.revokeAll(tenant, id);
    return { message: texts['accountRemoved'], cookies: clearedCookies(caller.secure) };
  },
};

/** A token outlives its member by a moment. */
const gone = (): RequestError => new RequestError(40101, 'sessionExpired', {}, { http: 200 });
