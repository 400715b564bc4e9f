import { listConsents, removeConsents } from '../../../database/accounts/consents';
import { formatIso } from '../../../runtime/time';
import type { PersonalData, Room } from '../../api/room';
import { requireViewer } from '../../api/viewer';
import { composeWording, needsConsent } from '../../members/consents';
import type { AccountServices } from '../../security/accountServices';

/** What a member agreed to, with the words that were read then. */
const consentData: PersonalData<AccountServices> = {
  name: 'consents',
  read: async ({ db }, tenant, member) =>
    (await listConsents(db, tenant, member)).map(({ purpose, version, words, given }) => ({
      purpose,
      version,
      words,
      given: formatIso(given.getTime()),
    })),
  forget: removeConsents,
};

/** Consents to storing ID numbers, by service name; they are given by the forms that hand the numbers in. */
export const consentsRoom: Room<AccountServices> = {
  services: {
    'consents.mine': async ({ portal, viewer }, { db }) => ({
      item: { idNumber: { needed: await needsConsent(db, portal, requireViewer(viewer).id), ...composeWording(portal, 'idNumber') } },
    }),
  },
  personalData: [consentData],
};
