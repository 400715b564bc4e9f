import { asString, isObject, type Json } from '../../../model/json';
import { readSetting, writeSetting } from '../lists/kept';
import { type NotedScan, readScan } from './scans';

/** One for all pages of this desk, so that what one page noted another hands in. */
const place = 'desk-scans';

/** Returns the scans that this browser holds until they are handed in, the oldest first; they outlive the window. */
export function readNoted(): NotedScan[] {
  const kept = readSetting(place);
  return Array.isArray(kept)
    ? kept.filter(isObject).map((value) => ({
        ...readScan(value, { key: asString(value['key']), at: asString(value['at']), late: true }),
        with: readValues(value['with']),
        code: asString(value['code']),
        by: asString(value['by']),
        sent: value['sent'] === true,
      }))
    : [];
}

const readValues = (kept: Json | undefined): NotedScan['with'] =>
  Object.fromEntries(
    Object.entries(isObject(kept) ? kept : {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value] as const] : [],
    ),
  );

/** Holds a scan, beside those that other windows may have added. @returns all that are held; without the scan where the browser keeps nothing */
export function addNoted(scan: NotedScan): NotedScan[] {
  writeSetting(
    place,
    [...readNoted(), scan].map((each) => ({ ...each })),
  );
  return readNoted();
}

/** Lets a scan go. @returns those that are left */
export function dropNoted(key: string): NotedScan[] {
  const left = readNoted().filter((scan) => scan.key !== key);
  writeSetting(place, left.length === 0 ? undefined : left.map((each) => ({ ...each })));
  return left;
}
