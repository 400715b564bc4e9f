import { MOST_FOUND, type SearchHit, searchItems } from '../../../database/search/search';
import { type Question, parseQuestion } from '../../../database/search/words';
import type { CompiledEndpoint, CompiledPortal } from '../../../model/compiled';
import type { JsonObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import { encodeRow } from '../../../runtime/reply';
import { RequestError } from '../../api/errors';
import { type Parameters, readWindow } from '../../api/parameters';
import type { Room } from '../../api/room';
import { readTitle } from '../../items/record';
import { collectSearchTexts } from '../../items/searchEntry';
import { translateItem } from '../../items/translations';
import type { AccountServices } from '../../security/accountServices';
import { buildResultLink } from './link';
import { cutExcerpt, markHits } from './marks';
import { findStates } from './states';
import { countSearch, forgetAnswers, limitTyping, listHot, listNear, suggest, sweepTerms } from './words';

/** The kind that stands for all of them. */
const everything = 'all';

/**
 * The site search by service name (ledger SRCH-03 to SRCH-08): the published items of every module of the institution that takes part, or of
 * those of one kind, and where it is asked for how many there are of each kind; and the words that visitors are offered.
 */
export const searchRoom: Room<AccountServices> = {
  services: {
    'search.items': async ({ portal, endpoint, parameters, now }, { db }) => {
      const [asked, type = everything] = [parameters.get('title') ?? '', parameters.get('moduleType')];
      const modules = Object.keys(portal.searched);
      const only = modules.filter((name) => portal.searched[name]?.type === type);
      const { rows, total, counts } = await searchItems(db, {
        tenant: portal.tenant,
        modules,
        ...(type === everything ? {} : { only }),
        asked,
        counted: asked.trim() !== '' && isCountWanted(endpoint, parameters),
        ...readWindow(endpoint, parameters),
      });
      const question = parseQuestion(asked);
      const states = await findStates(rows, { db, portal, now });
      return {
        total,
        rows: rows.map((hit) => encodeRow(toResult(portal, hit, states.get(hit), question), endpoint)),
        ...(counts ? { counts: { [kindParam]: countKinds(portal, counts) } } : {}),
      };
    },
    'search.suggest': suggest,
    'search.hot': listHot,
    'search.near': listNear,
    'search.record': countSearch,
  },
  limits: { 'search.suggest': limitTyping, 'search.near': limitTyping },
  forget: forgetAnswers,
  sweep: sweepTerms,
};

/** The parameter by which a search is narrowed to a kind. */
const kindParam = 'moduleType';

/** @throws RequestError 400 for a parameter that the service does not count */
function isCountWanted({ counts }: CompiledEndpoint, parameters: Parameters): boolean {
  const wanted = counts && parameters.get(counts.param);
  if (wanted !== undefined && wanted !== kindParam) throw new RequestError('invalidParameter', { name: counts?.param ?? '' });
  return wanted !== undefined;
}

/** Returns how many there are of each kind; modules may share one. */
function countKinds({ searched }: CompiledPortal, counts: Readonly<Record<string, number>>): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const [module, count] of Object.entries(counts)) {
    const type = searched[module]?.type ?? module;
    kinds[type] = Math.min(MOST_FOUND, (kinds[type] ?? 0) + count);
  }
  return kinds;
}

/** Returns a result as a call answers it; its address leads to the item's page (ledger SRCH-04). */
function toResult(
  portal: CompiledPortal,
  { module: name, id, column, title: stored, doc }: SearchHit,
  state: JsonObject | undefined,
  question: Question,
): JsonObject {
  const module = portal.modules[name];
  const kind = portal.searched[name];
  if (!module || !kind) return {};
  const { roles } = module.definition;
  const item = translateItem(doc as JsonObject, portal.locale);
  const title = readTitle(module, item) || stored;
  const markedTitle = markHits(title, question);
  return {
    id: `${name}-${id}`,
    entityId: id,
    menuId: column,
    title,
    moduleType: kind.type,
    fid: portal.settings.fid,
    label: kind.label,
    ...(state ? { state } : {}),
    link: buildResultLink(portal, module, { id, column, title }),
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
