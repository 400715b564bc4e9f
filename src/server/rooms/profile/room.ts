import { lockMember, findMember, removeMember } from '../../../database/accounts/members';
import { inTransaction } from '../../../database/transaction';
import { asString, type JsonObject } from '../../../model/json';
import { formatDate, formatIso } from '../../../runtime/time';
import { RequestError } from '../../api/errors';
import type { PersonalData, Room } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { openFurther } from '../../members/further';
import type { AccountServices } from '../../security/accountServices';
import { hashAskedPhone, redeemCode } from '../../security/codes';
import { openText } from '../../security/keys';
import { clearSessionCookies } from '../../security/sessionCookies';

/**
 * Returns the services for a member's own data as a whole.
 * @param personalData of all rooms
 */
export const createProfileRoom = (personalData: readonly PersonalData<AccountServices>[]): Room<AccountServices> => ({
  services: {
    'profile.export': async ({ portal, viewer, now }, accounts) => {
      const { id, phone } = requireViewer(viewer);
      const member = await findMember(accounts.db, portal.tenant, id);
      if (!member) throw createGoneError();
      const { nameCipher, sex, image, created } = member;
      const data: JsonObject = {
        institution: { code: portal.settings.code, title: portal.settings.site.title },
        exported: formatIso(now),
        account: {
          ...openFurther(accounts, portal.tenant, member),
          id,
          mobilePhone: phone,
          name: openText(accounts.keys, portal.tenant, nameCipher),
          sex,
          image,
          registered: formatIso(created.getTime()),
        },
      };
      for (const part of personalData) data[part.name] = await part.read(accounts, portal.tenant, id, portal);
      return {
        bytes: {
          type: 'application/json; charset=utf-8',
          name: `account-${formatDate(now)}.json`,
          data: Buffer.from(`${JSON.stringify(data, null, 2)}\n`),
        },
      };
    },
    'profile.remove': async (request, accounts) => {
      const { portal, body, viewer, caller } = request;
      const { tenant, texts } = portal;
      const { id, phone } = requireViewer(viewer);
      await redeemCode(accounts, request, 'removal', phone, asString(body['verCode']));
      await inTransaction(accounts.db, async (tx) => {
        if (!(await lockMember(tx, tenant, id))) throw createGoneError();
        for (const part of personalData) await part.forget(tx, tenant, id, portal, accounts);
        await removeMember(tx, tenant, { id, codesHash: hashAskedPhone(accounts, tenant, phone) });
      });
      // The rows of the sessions are gone; this makes the process forget those it remembers.
      await accounts.sessions.revokeAll(tenant, id);
      return { message: texts['accountRemoved'], cookies: clearSessionCookies(caller.secure) };
    },
  },
});

/** A token outlives its member by a moment. */
const createGoneError = (): RequestError => new RequestError('sessionExpired');
