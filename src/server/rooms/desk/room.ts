import type { Room } from '../../api/room';
import { findForDesk, listForDesk } from '../../desk/lists';
import { listHistory, restore } from '../../desk/history';
import { decide } from '../../desk/move';
import { listRecord } from '../../desk/record';
import { saveItem } from '../../desk/save';
import { listWaiting } from '../../desk/waiting';
import type { AccountServices } from '../../security/accountServices';

/** What staff do with the items of modules. */
export const deskRoom: Room<AccountServices> = {
  services: {
    'desk.list': listForDesk,
    'desk.item': findForDesk,
    'desk.save': saveItem,
    'desk.move': decide,
    'desk.waiting': listWaiting,
    'desk.audit': listRecord,
    'desk.versions': listHistory,
    'desk.restore': restore,
  },
};
