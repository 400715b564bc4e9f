import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import { asString } from '../../model/json';
import type { MenuEntry, PageData, PagePayload } from '../../model/payload';
import { resolve } from '../../model/pointer';
import { createPageScope, type Scope } from '../../runtime/roots';
import { sanitizeAddress, stripTags } from '../../runtime/display';
import { formatDocumentTitle, formatText } from '../../runtime/text';
import { evaluate } from '../../runtime/value';
import type { PageAddress } from './payload';

type Source = { query: Readonly<Record<string, string>>; roots: Scope };

/** Returns the heading, and what search engines and share cards show: by default the roles of the module's item. */
export function buildHead(
  portal: CompiledPortal,
  compiled: CompiledPage,
  data: PageData,
  source: Source,
  column: MenuEntry | undefined,
  address: PageAddress,
): Pick<PagePayload, 'head' | 'heading'> {
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
  const image = evaluate(definition.head?.image, scope) ?? role('image');
  return {
    heading,
    head: {
      title: formatDocumentTitle(own, site.title),
      description: shorten(
        stripTags(formatText(definition.head?.description, scope, portal.patterns) || role('summary') || site.description || site.title),
      ),
      image: buildImageAddress(image, address.origin),
      canonical: buildCanonical(compiled, source.query, address.origin),
      keywords: site.appKeyword,
    },
  };
}

/** Returns the whole address of a share picture; undefined where it is none: items come from imports and foreign back ends. */
function buildImageAddress(image: unknown, origin: string): string | undefined {
  const safe = typeof image === 'string' ? sanitizeAddress(image) : undefined;
  return safe === undefined ? undefined : new URL(safe, origin).href;
}

/** Filters and sorts show the same content in part: what tells pages apart is the column, the item and the page number. */
function buildCanonical(compiled: CompiledPage, query: Readonly<Record<string, string>>, origin: string): string {
  const kept = ['columnId', 'id', 'page', ...Object.keys(compiled.definition.query ?? {})].flatMap((name): [string, string][] =>
    query[name] === undefined ? [] : [[name, query[name]]],
  );
  const search = new URLSearchParams(kept).toString();
  return `${origin}${compiled.path}${search === '' ? '' : `?${search}`}`;
}

const shorten = (text: string): string => ([...text].length > 150 ? `${[...text].slice(0, 149).join('')}…` : text);
