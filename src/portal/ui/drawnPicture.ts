import type { Json } from '../../model/json';

/** What the server draws pictures from. */
const seedPattern = /^[a-z0-9-]{1,80}$/;

/**
 * Returns the address of the picture that is drawn for an item without one.
 * @param motif of the institution's theme; without one nothing is drawn
 * @param id of the item, whatever it is made of: the same id has the same picture
 */
export function findDrawnPicture(motif: string | undefined, id: Json | undefined): string | undefined {
  if (motif === undefined) return undefined;
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : 'cover';
  return `/pictures/${motif}/${seedPattern.test(text) ? text : hashText(text)}.svg`;
}

/** FNV-1a with 32 bits: ids in capitals, in Chinese or of any length become a seed too. */
function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `id-${(hash >>> 0).toString(36)}`;
}
