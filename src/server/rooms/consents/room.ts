import { listConsents, removeConsents } from '../../../database/accounts/consents';
import type { CompiledPortal } from '../../../model/compiled';
import type { JsonObject } from '../../../model/json';
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

/** What is to be agreed to, in the words as they are now; who is nobody known agrees each time, and so does a guardian. */
const composeItem = (portal: CompiledPortal, needed: boolean): JsonObject => ({
  idNumber: { needed, ...composeWording(portal, 'idNumber') },
  guardian: { needed: true, ...composeWording(portal, 'guardian') },
});

/** Consents to storing ID numbers, by service name; they are given by the forms that hand the numbers in. */
export const consentsRoom: Room<AccountServices> = {
  services: {
    'consents.mine': async ({ portal, viewer }, { db }) => ({
      item: composeItem(portal, await needsConsent(db, portal, requireViewer(viewer).id)),
    }),
    'consents.wording': ({ portal }) => ({ item: composeItem(portal, true) }),
  },
  // The words are the portal's; what was agreed to before, the institution's own back end knows alone.
  here: {
    'consents.mine': (portal) => ({ item: composeItem(portal, true) }),
    'consents.wording': (portal) => ({ item: composeItem(portal, true) }),
  },
  personalData: [consentData],
};
