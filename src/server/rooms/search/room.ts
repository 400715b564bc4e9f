import { type SearchHit, searchItems } from '../../../database/search/search';
import { type Question, parseQuestion } from '../../../database/search/words';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { SearchLine } from '../../../model/definitions.g';
import type { JsonObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import { encodeRow } from '../../../runtime/reply';
import { readWindow } from '../../api/parameters';
import type { Room } from '../../api/room';
import { collectSearchTexts } from '../../items/searchEntry';
import type { AccountServices } from '../../security/accountServices';
import { cutExcerpt, markHits } from './marks';

/** A module that the site search looks in. */
type SearchedModule = CompiledModule & { definition: { search: SearchLine } };

/** The kind that stands for all of them. */
const everything = 'all';

/**
 * The site search by service name (ledger SRCH-03 to SRCH-08): the published items of every module that takes part, or of those of one
 * kind.
 */
export const searchRoom: Room<AccountServices> = {
  services: {
    'search.items': async ({ portal, endpoint, parameters }, { db }) => {
      const [asked, type = everything] = [parameters.get('title') ?? '', parameters.get('moduleType')];
      const modules = Object.values(portal.modules)
        .filter(isSearched)
        .filter(({ definition }) => type === everything || definition.search.type === type);
      const { rows, total } = await searchItems(db, {
        tenant: portal.tenant,
        modules: modules.map(({ name }) => name),
        asked,
        ...readWindow(endpoint, parameters),
      });
      const question = parseQuestion(asked);
      return { total, rows: rows.map((hit) => encodeRow(toResult(portal, hit, question), endpoint)) };
    },
  },
};

const isSearched = (module: CompiledModule): module is SearchedModule => module.definition.search !== undefined;

/** Returns a result as a call answers it; its address leads to the item's page (ledger SRCH-04). */
function toResult(portal: CompiledPortal, { module: name, id, column, title, doc }: SearchHit, question: Question): JsonObject {
  const module = portal.modules[name];
  if (!module || !isSearched(module)) return {};
  const { search, roles, title: moduleTitle } = module.definition;
  const item = doc as JsonObject;
  const markedTitle = markHits(title, question);
  return {
    id: `${name}-${id}`,
    entityId: id,
    menuId: column,
    title,
    moduleType: search.type,
    fid: portal.settings.fid,
    label: search.label ?? moduleTitle,
    link: `${portal.entries[`${name}:${search.page}`] ?? ''}?${new URLSearchParams({ columnId: column, id }).toString()}`,
    ...pickField('image', roles?.image, item),
    ...pickField('date', roles?.time, item),
    markedTitle,
    snippet: cutExcerpt(collectSearchTexts(module, item), question, markedTitle.includes('<mark>')),
  };
}

function pickField(name: string, pointer: string | undefined, item: JsonObject): JsonObject {
  const found = pointer === undefined ? undefined : resolve(pointer, item);
  // Of several pictures the first.
  const value = Array.isArray(found) ? found[0] : found;
  return typeof value === 'string' && value !== '' ? { [name]: value } : {};
}
