import type { Queryable } from '../../../database/connection';
import type { SearchHit } from '../../../database/search/search';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { Display } from '../../../model/definitions.g';
import { getOwn, type JsonObject } from '../../../model/json';
import { formatDisplay, type ShowContext } from '../../../runtime/display';
import { createSiteRoots, type Scope } from '../../../runtime/roots';
import { formatText } from '../../../runtime/text';
import { addDerivedFields } from '../../items/derivedFields';

/** What finding the states of results needs. */
interface StateContext {
  db: Queryable;
  portal: CompiledPortal;
  /** Milliseconds since 1970 that count as now. */
  now: number;
}

/**
 * Returns what the badges of results say, in the words and colours of the card that their module names (`search.badge`): the same as on
 * lists, by the same derived fields.
 * @returns by hit; those without a badge are left out
 */
export async function findStates(hits: readonly SearchHit[], context: StateContext): Promise<Map<SearchHit, JsonObject>> {
  const { db, portal, now } = context;
  const states = new Map<SearchHit, JsonObject>();
  const roots = createSiteRoots({ ...portal.settings, texts: portal.texts }, now);
  const ofModule = async (name: string): Promise<void> => {
    const module = portal.modules[name];
    const badge = module && findBadge(module);
    if (!module || badge === undefined) return;
    const own = hits.filter((hit) => hit.module === name);
    const rows = await addDerivedFields(
      own.map(({ id, doc }) => ({ ...(doc as JsonObject), id })),
      { db, portal, module, now },
    );
    own.forEach((hit, index) => {
      const state = toState(
        badge,
        { ...roots, row: rows[index] },
        { patterns: portal.patterns, texts: portal.texts, labels: listLabels(portal, module), now },
      );
      if (state) states.set(hit, state);
    });
  };
  await Promise.all([...new Set(hits.map(({ module }) => module))].map(ofModule));
  return states;
}

function findBadge({ definition: { search, cards } }: CompiledModule): Display | undefined {
  return search?.badge === undefined ? undefined : getOwn(cards, search.badge)?.badge;
}

function toState(badge: Display, scope: Scope, context: ShowContext): JsonObject | undefined {
  const shown = formatDisplay(badge, scope, context);
  return shown && { label: shown.text, tone: shown.tone ?? 'primary' };
}

/** The words of the codes that a module writes down itself. */
function listLabels({ texts, patterns }: CompiledPortal, { name, definition }: CompiledModule): ShowContext['labels'] {
  return Object.fromEntries(
    Object.entries(definition.codelists ?? {}).map(([list, { options = {} }]) => [
      `${name}:${list}`,
      Object.fromEntries(Object.values(options).map(({ value, label }) => [String(value), formatText(label, { texts }, patterns)])),
    ]),
  );
}
