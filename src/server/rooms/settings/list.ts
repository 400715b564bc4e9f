import { listGroups } from '../../../definitions/settings/groups';
import type { JsonObject } from '../../../model/json';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireManager } from './stand';

/** Lists the groups of settings of an area, or all. @throws RequestError 401 or 403 for who may not */
export function listForDesk(request: ApiRequest): ServiceReply {
  requireManager(request);
  const area = request.parameters.get('area') ?? '';
  const rows = listGroups()
    .filter(([, group]) => area === '' || group.area === area)
    .map(([id, { title, description }]): JsonObject => ({ id, title, description }));
  return { rows, total: rows.length };
}
