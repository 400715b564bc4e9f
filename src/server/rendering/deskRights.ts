import { kindsDictionary } from '../../definitions/desk/desk';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { Action, Card, Page } from '../../model/definitions.g';
import { asObject, asString, getOwn, isObject, type Json, type JsonObject } from '../../model/json';
import type { FilterGroup, PagePayload } from '../../model/payload';
import { findDecidingRight } from '../../runtime/queueMoves';
import type { StaffPart } from '../api/viewer';
import { normalizePath } from './address';

/** Returns whether somebody's role may make a call. */
export function mayCall(portal: CompiledPortal, name: string, staff: StaffPart): boolean {
  const endpoint = portal.endpoints[name];
  return endpoint !== undefined && (endpoint.right === undefined || staff.may(endpoint.module, endpoint.right));
}

/** Returns whether somebody's role may make the calls without which a page shows nothing. */
export const mayOpen = (portal: CompiledPortal, page: CompiledPage, staff: StaffPart | undefined): boolean =>
  listNeeded(page).every((name) => {
    const endpoint = portal.endpoints[name];
    return endpoint?.right === undefined || staff?.may(endpoint.module, endpoint.right) === true;
  });

function listNeeded({ definition, forms }: CompiledPage): string[] {
  if (definition.kind === 'list' || definition.kind === 'detail') return [definition.source];
  if (definition.kind === 'form') return definition.forms.flatMap((name) => forms[name]?.submit.source ?? []);
  return Object.values(definition.loads ?? {}).flatMap(({ source, required }) => (required === true ? [source] : []));
}

/** Whether an action is one that a role may make. */
type May = (action: JsonObject) => boolean;

/** Returns a page without what the role may not do, and without what leads to pages that it may not open. */
export function dropForbidden(portal: CompiledPortal, page: PagePayload, staff: StaffPart): PagePayload {
  const may: May = ({ to, call, form, cases, otherwise }) => {
    const target = typeof to === 'string' ? portal.pages.get(normalizePath(to.split(/[{?]/, 1)[0] ?? '')) : undefined;
    if (target && !mayOpen(portal, target, staff)) return false;
    if (typeof call === 'string' && !mayCall(portal, call, staff)) return false;
    const source = typeof form === 'string' ? page.forms[form]?.submit.source : undefined;
    if (source !== undefined && !mayCall(portal, source, staff)) return false;
    const ways = [...Object.values(asObject(cases)), ...(otherwise === undefined ? [] : [otherwise])];
    return ways.length === 0 || ways.some((way) => may(asObject(way)));
  };
  const cards = Object.entries(page.cards).map(([name, card]): [string, Card] => [name, dropOfCard(card, may)]);
  return {
    ...page,
    definition: drop(page.definition as object as Json, may) as object as Page,
    cards: Object.fromEntries(cards),
    data: dropKinds(portal, page, staff),
  };
}

/** A list of what awaits the staff offers those kinds that the role may decide on: of the others nothing is ever in it. */
function dropKinds({ desk }: CompiledPortal, { definition, data }: PagePayload, staff: StaffPart): PagePayload['data'] {
  const mayDecide = (kind: string): boolean => {
    const module = getOwn(desk?.site.modules, kind);
    return module !== undefined && staff.may(kind, findDecidingRight(module));
  };
  const filters = definition.kind === 'list' ? Object.entries(definition.filters ?? {}) : [];
  const kinds = filters.flatMap(([name, { dictionary }]) => (dictionary === kindsDictionary ? [name] : []));
  const groups = Object.entries(data.groups).map(([name, found]): [string, FilterGroup[]] => [
    name,
    kinds.includes(name) ? found.map((group) => ({ ...group, choices: group.choices.filter(({ value }) => mayDecide(value)) })) : found,
  ]);
  return kinds.length === 0 ? data : { ...data, groups: Object.fromEntries(groups) };
}

function drop(value: Json, may: May): Json {
  if (Array.isArray(value)) return value.map((part) => drop(part, may));
  if (!isObject(value)) return value;
  const parts = Object.entries(value).flatMap(([key, part]): [string, Json][] => {
    if (key === 'actions') return [[key, keepAllowed(asObject(part), may)]];
    const { section, form } = asObject(part);
    return section === 'form' && !may({ form: asString(form) }) ? [] : [[key, drop(part, may)]];
  });
  return Object.fromEntries(parts);
}

const keepAllowed = (actions: JsonObject, may: May): JsonObject =>
  Object.fromEntries(Object.entries(actions).filter(([, action]) => may(asObject(action))));

/** What a card opens and the role may not is opened by the first of its actions that leads somewhere. */
function dropOfCard({ actions, opens, ...card }: Card, may: May): Card {
  const left = keepAllowed((actions ?? {}) as object as JsonObject, may) as object as Record<string, Action>;
  const opened = opens && !may(opens as object as JsonObject) ? findWay(left) : opens;
  return { ...card, ...(Object.keys(left).length === 0 ? {} : { actions: left }), ...(opened ? { opens: opened } : {}) };
}

function findWay(actions: Readonly<Record<string, Action>>): Action | undefined {
  const ways = Object.entries(actions).filter(([, { to }]) => to !== undefined);
  const always = ways.find(([, { when }]) => when === undefined)?.[1];
  const cases = ways.filter(([, { when }]) => when !== undefined);
  return cases.length === 0 ? always : { cases: Object.fromEntries(cases), ...(always ? { otherwise: always } : {}) };
}
