import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import { asString } from '../../model/json';
import type { MenuEntry, PageData, PagePayload } from '../../model/payload';
import { resolve } from '../../model/pointer';
import { localizeAddress } from '../../runtime/locale';
import { createPageScope, type Scope } from '../../runtime/roots';
import { stripTags } from '../../runtime/display';
import { formatDocumentTitle, formatText } from '../../runtime/text';
import { evaluate } from '../../runtime/value';
import { addressCard, describeCard, type ShareCard } from '../sharing/shareCard';
import { defaultLogo } from './shell';
import { toWholeAddress } from './itemRoles';
import type { PageAddress } from './payload';

type Source = { query: Readonly<Record<string, string>>; roots: Scope; banner: string | undefined };

/** Returns the heading, and what search engines and share cards show: by default the roles of the module's item; the card is what its share picture is drawn of. */
export function buildHead(
  portal: CompiledPortal,
  compiled: CompiledPage,
  data: PageData,
  source: Source,
  column: MenuEntry | undefined,
  address: PageAddress,
): Pick<PagePayload, 'head' | 'heading'> & { card: ShareCard } {
  const { definition } = compiled;
  const scope = createPageScope(source, data);
  const module = portal.modules[compiled.module]?.definition;
  const role = (name: 'title' | 'summary' | 'image'): string => {
    const pointer = module?.roles?.[name];
    return pointer === undefined ? '' : asString(resolve(pointer, data.main?.item));
  };
  const { site } = portal.settings;
  const heading = formatText(definition.title, scope, portal.patterns) || column?.title || module?.title || site.title;
  const own = formatText(definition.head?.title, scope, portal.patterns) || role('title') || (compiled.path === '/' ? '' : heading);
  const canonical = buildCanonical(compiled, source.query);
  const image = evaluate(definition.head?.image, scope) ?? role('image');
  const card = describeCard(portal, compiled, {
    logo: defaultLogo,
    title: own,
    picture: image || (definition.kind === 'detail' ? '' : source.banner),
  });
  return {
    heading,
    card,
    head: {
      title: formatDocumentTitle(own, site.title),
      description: shorten(
        stripTags(formatText(definition.head?.description, scope, portal.patterns) || role('summary') || site.description || site.title),
      ),
      image: toWholeAddress(image, address.origin),
      shareImage: addressCard(card, portal, address.origin, canonical),
      canonical: address.origin + localizeAddress(canonical, portal.prefix),
      ...(portal.locales.length > 1 ? { alternates: listAlternates(portal, canonical, address.origin) } : {}),
      keywords: site.appKeyword,
    },
  };
}

/** Returns the addresses of a page in all languages, and in that for whoever reads none of them. */
export function listAlternates({ locales }: CompiledPortal, path: string, origin: string): { locale: string; href: string }[] {
  const links = locales.map(({ locale, prefix }) => ({ locale, href: origin + localizeAddress(path, prefix) }));
  return [...links, ...links.slice(0, 1).map(({ href }) => ({ locale: 'x-default', href }))];
}

/** Filters and sorts show the same content in part: what tells pages apart is the column, the item and the page number. */
function buildCanonical(compiled: CompiledPage, query: Readonly<Record<string, string>>): string {
  const kept = ['columnId', 'id', 'page', ...Object.keys(compiled.definition.query ?? {})].flatMap((name): [string, string][] =>
    query[name] === undefined ? [] : [[name, query[name]]],
  );
  const search = new URLSearchParams(kept).toString();
  return `${compiled.path}${search === '' ? '' : `?${search}`}`;
}

const shorten = (text: string): string => ([...text].length > 150 ? `${[...text].slice(0, 149).join('')}…` : text);
