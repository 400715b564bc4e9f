import type { KeptRooms, Room } from '../../api/room';
import { doDue } from './due';
import { findForDesk, listForDesk } from './lists';
import { listChanges, listHistory, restore } from './history';
import { createQueueDecision, decide, listUndoable, undo } from './move';
import { cancelPlan, discardChanges, tellRights, withdrawItem } from './publishing';
import { eraseItem, putItemBack, removeItem } from './removal';
import { listRecord } from './record';
import { saveItem } from './save';
import { reveal } from './reveal';
import { listWaiting } from './waiting';
import type { AccountServices } from '../../security/accountServices';

/** What staff do with the items of modules. @param kept how services decide on what they keep */
export const createDeskRoom = (kept: KeptRooms<AccountServices>): Room<AccountServices> => ({
  services: {
    'desk.list': listForDesk,
    'desk.item': findForDesk,
    'desk.save': saveItem,
    'desk.move': decide,
    'desk.decide': createQueueDecision(kept),
    'desk.undo': undo,
    'desk.undoable': listUndoable,
    'desk.reveal': reveal,
    'desk.waiting': listWaiting,
    'desk.audit': listRecord,
    'desk.versions': listHistory,
    'desk.changes': listChanges,
    'desk.restore': restore,
    'desk.withdraw': withdrawItem,
    'desk.remove': removeItem,
    'desk.putBack': putItemBack,
    'desk.erase': eraseItem,
    'desk.discard': discardChanges,
    'desk.unschedule': cancelPlan,
    'desk.rights': tellRights,
  },
  doDue,
});
