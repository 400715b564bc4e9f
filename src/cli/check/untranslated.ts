import type { Definitions } from '../../definitions/load';
import { isObject, type Json } from '../../model/json';
import { originalLocale } from '../../model/locale';
import { formatPointer } from '../../model/pointer';
import { findForeign } from '../../runtime/locale';

/** A text that readers of another language see in the original one. */
export interface Untranslated {
  tenant: string;
  locale: string;
  /** Where it stands: `file:line:column`, or the file and a JSON Pointer where no more is known. */
  place: string;
  text: string;
}

/** What of a module nobody reads on a page. */
const unread: ReadonlySet<string> = new Set(['item', 'description', 'derive', 'moves', 'linkedData']);
/** What of the settings everybody reads. */
const read = ['site', 'menu', 'shell', 'types', 'areas', 'dictionaries'] as const;

/** Lists the texts of institutions that are not there in their other languages; no faults, for pages show the original and say so. */
export function listUntranslated(definitions: Definitions): Untranslated[] {
  return definitions.tenants.flatMap((tenant) =>
    definitions.locales(tenant).flatMap((locale) => {
      const portal = definitions.portal(tenant, locale);
      if (!portal) return [];
      const ofModules = Object.values(portal.modules).flatMap(({ name, definition }) =>
        collect(definition as object as Json, locale, unread).map(({ path, text }) => {
          const place = definitions.provenance(tenant, name, formatPointer(path));
          return { place: place ? `${place.file}:${place.line}:${place.column}` : `${name} ${formatPointer(path)}`, text };
        }),
      );
      const ofSettings = read.flatMap((key) =>
        collect((portal.settings[key] ?? null) as object as Json, locale).map(({ path, text }) => ({
          place: `tenants/${tenant}/tenant.json ${formatPointer([key, ...path])}`,
          text,
        })),
      );
      const ofTexts = Object.entries(portal.texts as Record<string, string>).flatMap(([name, text]) =>
        findForeign(text, locale) === undefined ? [] : [{ place: `schemas/texts.json /${name}`, text }],
      );
      const found = new Map([...ofTexts, ...ofSettings, ...ofModules].map((one) => [`${one.place} ${one.text}`, one]));
      return [...found.values()].map((one) => ({ tenant, locale, ...one }));
    }),
  );
}

function collect(value: Json, locale: string, without?: ReadonlySet<string>): { path: string[]; text: string }[] {
  if (typeof value === 'string') return findForeign(value, locale) === originalLocale ? [{ path: [], text: value }] : [];
  if (value === null || typeof value !== 'object') return [];
  const members: [string, Json][] = isObject(value) ? Object.entries(value) : value.map((entry, index) => [String(index), entry]);
  return members.flatMap(([key, inner]) =>
    without?.has(key)
      ? []
      : collect(inner, locale, without && new Set(['description'])).map(({ path, text }) => ({ path: [key, ...path], text })),
  );
}
