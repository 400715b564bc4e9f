import { addAudit, type AuditEntry } from '../../database/desk/audit';
import type { Queryable } from '../../database/connection';
import type { ApiRequest } from '../api/room';
import { requireViewer } from '../api/viewer';

/** Notes what a call at the desk did, saw or took out, within the transaction of it. @returns the number of the entry */
export function note(
  tx: Queryable,
  { portal, viewer, caller, now }: Pick<ApiRequest, 'portal' | 'viewer' | 'caller' | 'now'>,
  entry: Pick<AuditEntry, 'action' | 'module' | 'item' | 'title' | 'detail'>,
): Promise<string> {
  const { id, name } = requireViewer(viewer);
  return addAudit(tx, { tenant: portal.tenant, at: now, staff: id, name, address: caller.address, ...entry });
}
