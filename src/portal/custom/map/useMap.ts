import type { MapSection } from '../../../model/definitions.g';
import { asObjects, asText } from '../../../model/json';
import type { FilterChoice, MapStart } from '../../../model/payload';
import type { TextKey } from '../../../model/textKeys.g';
import { parseCoordinate, usualSystem } from '../../../runtime/coordinate';
import { readNear } from '../../../runtime/distance';
import { parsePointer, resolve } from '../../../model/pointer';
import { evaluate } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';
import { useShow } from '../../ui/useShow';
import type { LngLat, Place } from './kinds';
import { toPlace, toPlaces } from './places';

/** What the page's address is changed in; undefined takes a name out of it. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** Takes the address that is shown instead of a place out of the page's. */
export const noAddress: Changes = { address: undefined, title: undefined, coordinate: undefined };

/** An address that is shown instead of a place (ledger ACT-38). */
export interface ShownAddress {
  text: string;
  title: string;
  at?: LngLat;
}

/** Words of the map, those of the definition before the shared ones. */
export type MapWords = (name: keyof NonNullable<MapSection['messages']>) => string;

/** A map page without its markup. */
export interface MapModel {
  section: MapSection;
  heading: string;
  /** The places of the list, and how many there are in all. */
  places: Place[];
  total: number;
  /** The address with one page more; undefined when all are shown. */
  more: string | undefined;
  categories: { choices: FilterChoice[]; chosen: string; label: string } | undefined;
  /** The id that the address names, and the place of it once it is known. */
  openId: string | undefined;
  opened: Place | undefined;
  address: ShownAddress | undefined;
  /** The address of the page with changes. */
  href: (changes: Changes) => string;
  words: MapWords;
  /** The order of the list, where it can begin from a place. */
  order: MapOrder | undefined;
}

/** Where the list of a map can begin from. */
export interface MapOrder {
  /** Where it does, in the institution's system; undefined in the usual order. */
  from: LngLat | undefined;
  /** The area that this is, if it is one. */
  start: MapStart | undefined;
  starts: readonly MapStart[];
  /** The address of the page with the list in the usual order. */
  usual: string;
  /** The same with what is nearest to a position first, which is given as addresses carry it. */
  nearest: (near: string) => string;
}

const shared: Readonly<Record<keyof NonNullable<MapSection['messages']>, TextKey>> = {
  empty: 'noData',
  more: 'mapMore',
  end: 'mapEnd',
  emptyCategory: 'mapEmptyCategory',
  locateFailed: 'mapLocateFailed',
  addressFailed: 'mapAddressFailed',
  noPosition: 'mapNoPosition',
};

/**
 * Works a map page out from its data: the state of it is in the address, so that it can be had without scripts too.
 * @param others places that are known besides those of the list
 */
export function useMap(section: MapSection, others: readonly Place[]): MapModel {
  const { page, scope, showContext } = usePage();
  const { definition, path, query, data, heading } = page;
  const { say } = useShell();
  const shows = useShow();
  const load = parsePointer(section.rows)[0] ?? '';
  const places = toPlaces(asObjects(resolve(section.rows, scope)), section.place, scope, showContext);
  const total = data.loads[load]?.total ?? places.length;
  const number = Number(/^[1-9]\d{0,4}$/.test(query['page'] ?? '') ? query['page'] : 1);
  const openId = query['id'];
  const href = (changes: Changes): string => buildMapAddress(path, query, changes);
  const openRow = section.open === undefined ? undefined : asObjects([resolve(section.open, scope) ?? null])[0];
  return {
    section,
    heading,
    places,
    total,
    openId,
    href,
    more:
      definition.loads?.[load]?.pages !== undefined && places.length < total
        ? href({ page: String(number + 1), id: undefined })
        : undefined,
    categories: buildCategories(),
    opened: openedPlace(),
    address: findShownAddress(),
    order: buildOrder(),
    words: (name) => shows.words(section.messages?.[name]) || say(shared[name]),
  };

  /** What the address names is shown at once when it is known, and complete when it has come. */
  function openedPlace(): Place | undefined {
    if (openId === undefined) return undefined;
    return openRow !== undefined && String(openRow['id']) === openId
      ? toPlace(openRow, section.place, scope, showContext)
      : [...places, ...others].find(({ id }) => id === openId);
  }

  function buildOrder(): MapOrder | undefined {
    const { locate } = section;
    if (locate === undefined) return undefined;
    const starts = page.map?.starts ?? [];
    const near = query[locate];
    const go = (value: string | undefined): string => href({ [locate]: value, page: undefined });
    return {
      from: readNear(near, page.map?.coordinates ?? usualSystem),
      start: starts.find((start) => start.near === near),
      starts,
      usual: go(undefined),
      nearest: go,
    };
  }

  function buildCategories(): MapModel['categories'] {
    if (!section.categories) return undefined;
    const choices = data.groups[section.categories.query]?.[0]?.choices ?? [];
    const chosen = query[section.categories.query] ?? '';
    if (choices.length === 0) return undefined;
    return { choices, chosen, label: findLabel(choices, chosen) ?? (shows.words(section.categories.all) || say('mapAllCategories')) };
  }

  function findShownAddress(): ShownAddress | undefined {
    const { address } = section;
    const text = asText(evaluate(address?.text, scope));
    if (text === '' || openId !== undefined) return undefined;
    return { text, title: asText(evaluate(address?.title, scope)), at: parseCoordinate(evaluate(address?.coordinate, scope)) };
  }
}

/** Returns the words of the choice that is chosen, at any depth. */
export function findLabel(choices: readonly FilterChoice[], chosen: string): string | undefined {
  for (const choice of choices) {
    const label = choice.value === chosen ? choice.label : findLabel(choice.children ?? [], chosen);
    if (label !== undefined) return label;
  }
  return undefined;
}

/** Returns an address of the page with another state. @internal */
export function buildMapAddress(path: string, query: Readonly<Record<string, string>>, changes: Changes): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...changes })) if (value !== undefined && value !== '') search.set(name, value);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
