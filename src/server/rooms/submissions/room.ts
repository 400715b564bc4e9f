import { listAuthored, type Authorship, removeAuthored } from '../../../database/content/authored';
import { listFormEntries } from '../../../database/content/formEntries';
import type { CompiledPortal } from '../../../model/compiled';
import type { Json } from '../../../model/json';
import type { Room, PersonalData } from '../../api/room';
import { countBack, readRetention } from '../../members/retention';
import type { AccountServices } from '../../security/accountServices';
import { openText } from '../../security/keys';
import { answerCertificate, limitCertificates } from './certificate';
import { answerAllowed, createItem, limitSubmissions } from './create';
import { listContributions } from './contributions';
import { moveOwn } from './move';
import { answerOwn } from './own';

/** What a member handed in by forms: it is the member's own, so it goes with the account, published or not. */
const submissionData: PersonalData<AccountServices> = {
  name: 'submissions',
  async read({ db, keys }, tenant, member, portal) {
    const authorship = toAuthorship(portal, member);
    const entries = await listFormEntries(db, authorship);
    return (await listAuthored(db, authorship)).map(({ module, id, doc }) => {
      const own = entries.filter((entry) => entry.module === module && entry.item === id);
      return { module, ...doc, ...Object.fromEntries(own.map(({ field, cipher }) => [field, openText(keys, tenant, cipher)])) };
    }) as Json[];
  },
  forget: (tx, _tenant, member, portal) => removeAuthored(tx, toAuthorship(portal, member)),
};

function toAuthorship({ tenant, endpoints }: CompiledPortal, member: string): Authorship {
  const modules = new Set(Object.values(endpoints).flatMap(({ module, creates }) => (creates ? [creates.module ?? module] : [])));
  return { tenant, modules: [...modules], member };
}

/** Items that visitors hand in by forms, and what a member sees of the own ones. */
export const submissionsRoom: Room<AccountServices> = {
  services: {
    'submissions.create': createItem,
    'submissions.allows': answerAllowed,
    'submissions.certificate': answerCertificate,
    'submissions.own': answerOwn,
    'submissions.mine': listContributions,
    'submissions.move': moveOwn,
  },
  limits: { 'submissions.create': limitSubmissions, 'submissions.certificate': limitCertificates },
  personalData: [submissionData],
  findDueIdNumbers: async (_db, { settings }, now) => ({ of: 'submissions', before: countBack(now, readRetention(settings).afterEndDays) }),
};
