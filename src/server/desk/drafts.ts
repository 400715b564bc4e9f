import type { ItemDraft } from '../../database/desk/pending';
import type { StoredItem } from '../../database/content/items';
import type { JsonObject } from '../../model/json';
import { isSame } from './site';

/**
 * Returns what staff go on with: the item with the changes that nobody has published yet. What others changed of it since the draft was
 * begun, such as by a decision, stays, unless the draft changed it too.
 */
export function layDraft({ doc: stored }: Pick<StoredItem, 'doc'>, draft: Pick<ItemDraft, 'doc' | 'base'> | undefined): JsonObject {
  const live = stored as JsonObject;
  if (!draft) return live;
  const [doc, base] = [draft.doc as JsonObject, draft.base as JsonObject];
  const names = [...new Set([...Object.keys(live), ...Object.keys(doc)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = isSame(doc[name], base[name]) ? live[name] : doc[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
