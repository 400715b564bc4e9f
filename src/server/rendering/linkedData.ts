import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { LinkedData } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import type { PageData, PagePayload } from '../../model/payload';
import { resolve } from '../../model/pointer';
import { localizeAddress } from '../../runtime/locale';
import { formatIso, parseTime } from '../../runtime/time';
import { readRoles, toWholeAddress } from './itemRoles';
import { describeOpening } from './openingData';

type Head = Pick<PagePayload, 'crumbs' | 'head'>;

/**
 * Returns what a page is about for search engines, as JSON-LD of schema.org: the institution on its home page, an item on its detail page,
 * and the way to the page.
 * @param data the data of the page before they are narrowed to what browsers show
 * @param origin scheme, host and port of the site
 */
export function buildLinkedData(portal: CompiledPortal, compiled: CompiledPage, data: PageData, page: Head, origin: string): JsonObject[] {
  const things = [
    compiled.path === '/' ? describeInstitution(portal, origin) : describeItem(portal, compiled, data, page, origin),
    listCrumbs(page, origin, portal.prefix),
  ];
  return things.flatMap((thing) => (thing ? [{ '@context': 'https://schema.org', ...thing }] : []));
}

function describeInstitution({ settings: { site, opening }, prefix }: CompiledPortal, origin: string): JsonObject {
  const facts = {
    name: site.title,
    alternateName: site.subtitle,
    description: site.description,
    address: site.address,
    telephone: site.phone,
  };
  return {
    '@type': site.kind ?? 'Organization',
    ...keepKnown(facts),
    url: origin + (prefix || '/'),
    ...keepKnown({ logo: toWholeAddress(site.appLogo, origin) }),
    ...(opening ? { openingHoursSpecification: describeOpening(opening) } : {}),
  };
}

function describeItem(
  portal: CompiledPortal,
  compiled: CompiledPage,
  data: PageData,
  { head }: Head,
  origin: string,
): JsonObject | undefined {
  const module = portal.modules[compiled.module]?.definition;
  const { linkedData, roles } = module ?? {};
  const item = data.main?.item;
  if (compiled.definition.kind !== 'detail' || !module || !linkedData || !roles || !item) return undefined;
  const { title, summary, image } = readRoles(item, module, origin, compiled.path);
  return {
    '@type': linkedData.type,
    ...keepKnown({ name: title, description: summary }),
    url: head.canonical,
    ...(portal.locales.length > 1 ? { inLanguage: portal.locale } : {}),
    ...keepKnown({ image }),
    ...describeProperties(linkedData, item),
  };
}

function describeProperties({ properties = {} }: LinkedData, item: JsonObject): JsonObject {
  return keepKnown(
    Object.fromEntries(
      Object.entries(properties).map(([name, value]) => {
        if (typeof value === 'string') return [name, toText(resolve(value, item))];
        if ('const' in value) return [name, value.const];
        const within = describeProperties(value, item);
        return [name, Object.keys(within).length > 0 ? { '@type': value.type, ...within } : undefined];
      }),
    ),
  );
}

function listCrumbs({ crumbs }: Head, origin: string, prefix: string): JsonObject | undefined {
  if (crumbs.length < 2) return undefined;
  const steps = crumbs.map(({ title, href }, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name: title,
    ...(href?.startsWith('/') ? { item: origin + localizeAddress(href, prefix) } : {}),
  }));
  return { '@type': 'BreadcrumbList', itemListElement: steps };
}

/** Returns words and numbers as they are; of a time on Shanghai's clocks the moment in ISO 8601. */
function toText(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? value : undefined;
  const time = /^\d{4}-\d{2}-\d{2}[ T]\d/.test(value) ? parseTime(value) : undefined;
  return time === undefined ? value.slice(0, 500) : formatIso(time);
}

const keepKnown = (facts: Record<string, Json | undefined>): JsonObject =>
  Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, Json] => fact[1] !== undefined && fact[1] !== ''));
