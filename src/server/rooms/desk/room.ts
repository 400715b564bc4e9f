import type { Room } from '../../api/room';
import { findForDesk, listForDesk } from '../../desk/lists';
import { saveItem } from '../../desk/save';
import type { AccountServices } from '../../security/accountServices';

/** What staff do with the items of modules. */
export const deskRoom: Room<AccountServices> = {
  services: {
    'desk.list': listForDesk,
    'desk.item': findForDesk,
    'desk.save': saveItem,
  },
};
