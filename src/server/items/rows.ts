import type { Queryable } from '../../database/connection';
import { listItems } from '../../database/content/items';
import type { CompiledEndpoint, CompiledModule, CompiledPortal } from '../../model/compiled';
import type { JsonObject } from '../../model/json';
import { readWindow, type Parameters } from '../api/parameters';
import { addDerivedFields } from './derivedFields';
import { buildItemQuery } from './query';

/** A call for a list, checked. `now` is in milliseconds since 1970. */
export interface RowsRequest {
  portal: CompiledPortal;
  endpoint: CompiledEndpoint;
  parameters: Parameters;
  now: number;
}

/** Returns the published items of an institution's module that a call asks for, and how many there are on all its pages. */
export async function findItems(
  db: Queryable,
  { portal, endpoint, parameters, now }: RowsRequest,
  module: CompiledModule,
): Promise<{ items: JsonObject[]; total: number }> {
  const { rows, total } = await listItems(
    db,
    buildItemQuery(portal.tenant, module, endpoint, parameters, readWindow(endpoint, parameters), now),
  );
  return {
    items: await addDerivedFields(
      rows.map(({ doc }) => doc as JsonObject),
      { db, portal, module, now },
    ),
    total,
  };
}
