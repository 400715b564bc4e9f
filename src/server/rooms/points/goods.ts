import type { Queryable } from '../../../database/connection';
import { getItem } from '../../../database/content/items';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import { asString, type Json, type JsonObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import { RequestError } from '../../api/errors';
import { addPhases, readCapacity } from '../../items/derivedFields';
import { readTitle } from '../../items/record';

/** An item as far as it is exchanged for points. */
export interface Goods {
  module: string;
  id: string;
  name: string;
  price: number;
  /** How many there are in all, given or not; null: it is never sold out. */
  stock: number | null;
  /** Where now lies against the time in which it can be had: 0 before it, 1 within it. */
  phase: Json | undefined;
}

/**
 * Returns the published item of an id that points are exchanged for: of a module that says how (`exchange`), whichever it is.
 * @throws RequestError 404 when there is none
 */
export async function findGoods(db: Queryable, portal: CompiledPortal, id: string, now: number): Promise<Goods> {
  for (const module of Object.values(portal.modules)) {
    if (!module.definition.exchange) continue;
    const item = await getItem(db, portal.tenant, module.name, id);
    if (item?.status === 1) return toGoods(module, { ...(item.doc as JsonObject), id }, now);
  }
  throw new RequestError('noSuchItem');
}

function toGoods(module: CompiledModule, stored: JsonObject, now: number): Goods {
  const { price, phase, stock } = module.definition.exchange ?? {};
  const item = addPhases(stored, module, now);
  const read = (pointer: string | undefined): Json | undefined => (pointer === undefined ? undefined : resolve(pointer, item));
  const points = read(price);
  // What is not said to cost anything is not given away.
  if (typeof points !== 'number' || points < 0) throw new RequestError('noSuchItem');
  return {
    module: module.name,
    id: asString(item['id']),
    name: readTitle(module, item),
    price: points,
    stock: typeof read(stock) === 'number' ? readCapacity(item, module) : null,
    phase: phase === undefined ? 1 : read(phase),
  };
}
