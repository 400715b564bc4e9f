import { pageAuthored } from '../../../database/content/authored';
import { listPlaces } from '../../../database/content/items';
import type { CompiledModule, CompiledPortal } from '../../../model/compiled';
import type { Contribution } from '../../../model/definitions.g';
import { asText, getOwn, type JsonObject } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import { resolveTarget } from '../../../runtime/action';
import { stripTags } from '../../../runtime/display';
import { findState, isSeenByMember } from '../../../runtime/lifecycle';
import { createSiteRoots } from '../../../runtime/roots';
import { formatText } from '../../../runtime/text';
import { formatIso } from '../../../runtime/time';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { safeLink } from '../../api/sanitize';
import { requireViewer } from '../../api/viewer';
import { addressItem, findDetail } from '../../items/itemPages';
import { readTitle } from '../../items/record';
import { translateItem } from '../../items/translations';
import type { AccountServices } from '../../security/accountServices';

type ListedModule = CompiledModule & { definition: { contribution: Contribution } };
type Authored = Awaited<ReturnType<typeof pageAuthored>>['rows'][number];

const longestText = 200;

/**
 * Answers what the member has handed in, of all modules that say how it is listed (`contribution`) or of one of them: the newest first, in
 * whatever state, and with the page that shows it. One query over all of them.
 */
export async function listContributions(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, endpoint, parameters, viewer } = request;
  const { tenant } = portal;
  const kind = parameters.get('kind');
  const listed = Object.values(portal.modules)
    .filter(isListed)
    .filter(({ name }) => kind === undefined || name === kind);
  const modules = new Map(listed.map((module) => [module.name, module]));
  const authorship = { tenant, modules: [...modules.keys()], member: requireViewer(viewer).id, hidden: listHiddenStates(listed) };
  const { rows, total } = await pageAuthored(db, authorship, readWindow(endpoint, parameters));
  const subjects = rows.map((row) => readSubject(modules.get(row.module), row)).filter((id) => id !== '');
  const links = new Map((await listPlaces(db, tenant, [...new Set(subjects)])).map((place) => [place.id, linkToItem(portal, place)]));
  return {
    total,
    rows: rows.flatMap((row) => {
      const module = modules.get(row.module);
      return module ? [toRow(request, module, row, links)] : [];
    }),
  };
}

const isListed = (module: CompiledModule): module is ListedModule => module.definition.contribution !== undefined;

/** What staff alone sees stays among staff: states by the names of modules and their own. */
const listHiddenStates = (modules: readonly ListedModule[]): string[] =>
  modules.flatMap((module) =>
    Object.keys(module.lifecycle.states)
      .filter((state) => !isSeenByMember(module, state))
      .map((state) => `${module.name} ${state}`),
  );

function readSubject(module: ListedModule | undefined, { doc }: Authored): string {
  const about = module?.definition.contribution.about;
  return about === undefined ? '' : asText(resolve(about, doc));
}

/** Returns the address at which the site search would open an item, or else that of its own page; the empty text where there is neither. */
function linkToItem(portal: CompiledPortal, place: { module: string; id: string; column: string }): string {
  const { module } = place;
  const found = portal.modules[module]?.search;
  const path = found === undefined || found.list ? findDetail(portal, module)?.path : portal.entries[`${module}:${found.page}`];
  return path === undefined ? '' : addressItem(path, place);
}

function toRow({ portal, now }: ApiRequest, module: ListedModule, row: Authored, links: ReadonlyMap<string, string>): JsonObject {
  const { patterns, settings, texts } = portal;
  const { label, text, opens, always, about } = module.definition.contribution;
  const item = translateItem(row.doc as JsonObject, portal.locale);
  const scope = { ...createSiteRoots({ ...settings, texts }, now), item };
  const { label: words, tone, visible } = getOwn(module.lifecycle.states, findState(module, row)) ?? {};
  const isShown = always === true || visible === 'everyone';
  const target = isShown ? resolveTarget(opens, scope, { patterns, login: '', here: '', signedIn: true })?.href : undefined;
  return {
    id: `${module.name}-${row.id}`,
    kind: label ?? module.definition.title,
    title: readTitle(module, item),
    text: text === undefined ? '' : stripTags(asText(resolve(text, item))).slice(0, longestText),
    state: formatText(words, scope, patterns),
    tone: tone ?? '',
    crtTime: formatIso(row.pub.getTime()),
    link: safeLink(about === undefined ? (target ?? '') : (links.get(readSubject(module, row)) ?? '')),
  };
}
