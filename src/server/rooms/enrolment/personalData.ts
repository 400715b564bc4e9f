import { forgetAttendees } from '../../../database/enrolments/enrolments';
import { formatIso } from '../../../runtime/time';
import type { PersonalData } from '../../api/room';
import { readTitle } from '../../items/record';
import type { AccountServices } from '../../security/accountServices';
import { releasePlace } from './cancel';
import { readEnrolments, computeState, states } from './state';

/**
 * A member's enrolments. With the account, those of what is still ahead are taken back, so that their places go to others; of the rest
 * remains that somebody came or did not.
 */
export const enrolmentData: PersonalData<AccountServices> = {
  name: 'enrolments',
  async read(accounts, tenant, member, portal) {
    return (await readEnrolments(accounts.db, portal, member)).map((row) => ({
      activity: (row.doc && readTitle(portal.modules[row.module], row.doc)) || row.activity,
      session: row.session,
      name: accounts.keys.open(tenant, row.nameCipher),
      idNo: accounts.keys.open(tenant, row.idCipher),
      cellphone: accounts.keys.open(tenant, row.phoneCipher),
      status: computeState(row, accounts.clock()),
      insertTime: formatIso(row.created.getTime()),
    }));
  },
  async forget(tx, tenant, member, portal, accounts) {
    const now = accounts.clock();
    const ahead = (await readEnrolments(tx, portal, member)).filter((row) =>
      [states.unused, states.waiting].some((state) => state === computeState(row, now)),
    );
    // In one order everywhere, so that two accounts that are removed at once do not wait for each other; of an activity those who wait
    // first, or they would move up into the places that the others give back.
    const key = ({ module, activity, status, id }: (typeof ahead)[number]): string =>
      JSON.stringify([module, activity, status === 'waiting' ? 0 : 1, id]);
    for (const row of ahead.sort((a, b) => (key(a) < key(b) ? -1 : 1))) await releasePlace(tx, accounts, portal, row, now);
    await forgetAttendees(tx, tenant, member);
  },
};
