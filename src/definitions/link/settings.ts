import type { MenuNode, Module, TenantSettings } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import { findRemoval, type FilePlace, type Locate } from '../language/document';
import { getOwn } from '../../model/json';
import { formatPointer } from '../../model/pointer';
import { services } from '../../model/services';
import { splitName } from '../language/names';
import * as messages from '../problems/messages';
import { findContrast, parseColor, white } from '../../runtime/color';
import { sanitizeAddress } from '../../runtime/display';
import { findEntry } from '../language/entries';
import type { ModuleLinks } from './links';
import { isReserved } from './modules';
import { checkDictionaries } from './dictionaries';
import { checkOpening } from './opening';

/** An institution's settings as far as they are its own alone. */
interface Owner {
  definition: TenantSettings | undefined;
  locate: Locate;
}

/** Something that one institution alone can have: what it is, and where its settings say so. */
interface OwnValue {
  value: string;
  path: readonly string[];
}

/** Returns the institution of each value; of two that claim one the first by name has it and the other a Problem. */
function indexOwners(
  settings: ReadonlyMap<string, Owner>,
  list: (definition: TenantSettings) => readonly OwnValue[],
  fault: (value: string, tenant: string, place: FilePlace) => messages.Fault,
): { owners: Map<string, string>; problems: Problem[] } {
  const claims = new Map<string, { tenant: string; place: () => FilePlace }>();
  const problems: Problem[] = [];
  for (const [tenant, { definition, locate }] of settings)
    for (const { value, path } of definition ? list(definition) : []) {
      const other = claims.get(value);
      if (other === undefined) claims.set(value, { tenant, place: () => locate(path) });
      else problems.push(messages.createProblemAt(locate, path, fault(value, other.tenant, other.place())));
    }
  return { owners: new Map([...claims].map(([value, { tenant }]) => [value, tenant])), problems };
}

/** Returns the institution of each host, and the Problems of those that claim another's. */
export function indexHosts(settings: ReadonlyMap<string, Owner>): { hosts: Map<string, string>; problems: Problem[] } {
  const listHosts = ({ hosts }: TenantSettings): OwnValue[] => hosts.map((value, index) => ({ value, path: ['hosts', String(index)] }));
  const { owners, problems } = indexOwners(settings, listHosts, messages.duplicateHost);
  return { hosts: owners, problems };
}

/** Checks that no two institutions have the same code or number. */
export const checkCodes = (settings: ReadonlyMap<string, Owner>): Problem[] =>
  (['code', 'fid'] as const).flatMap(
    (key) =>
      indexOwners(
        settings,
        (definition) => [{ value: definition[key], path: [key] }],
        (value, tenant, place) => messages.duplicateCode(key, value, tenant, place),
      ).problems,
  );

/** Least contrasts on white: of words (WCAG 2.2, 1.4.3), and of ornaments (1.4.11). Fainter colours are darkened where words have them. */
const leastContrasts = { color: 4.5, accent: 3 } as const;

/** Checks what an institution says of itself: its theme, its opening hours and its dictionaries. */
export const checkOwnFacts = (settings: TenantSettings, locate: Locate): Problem[] => [
  ...checkTheme(settings, locate),
  ...checkOpening(settings, locate),
  ...checkDictionaries(settings, locate),
];

/** Checks that the colours of the theme can be made out. */
function checkTheme({ theme }: TenantSettings, locate: Locate): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  for (const key of ['color', 'accent'] as const) {
    const written = theme[key];
    const color = written === undefined ? undefined : parseColor(written);
    const [found, least] = [color ? findContrast(color, white) : Infinity, leastContrasts[key]];
    if (written !== undefined && found < least) report(['theme', key], messages.faintColour(written, found, least));
  }
  return problems;
}

/** Checks that the modules are there which an institution switches off, and that the portal can do without them. */
export function checkSwitches(
  { modules: switches = {} }: TenantSettings,
  modules: ReadonlyMap<string, Module>,
  isBroken: (module: string) => boolean,
  locate: Locate,
): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  for (const [name, isOn] of Object.entries(switches)) {
    const definition = modules.get(name);
    if (definition === undefined && !isBroken(name))
      report(['modules', name], messages.unknownName('module', name, [...modules.keys()]), 'key');
    // What the frame of every page is made of.
    const isNeeded = Object.values(definition?.endpoints ?? {}).some(({ service = '' }) => service.startsWith('site.'));
    if (!isOn && isNeeded) report(['modules', name], messages.neededModule(name));
  }
  return problems;
}

/** Checks that the modules are there whose deeds earn points, and the news whose channels are set: moves of modules, or what services tell besides. */
export function checkMentions(
  { points, messages: told }: TenantSettings,
  modules: ReadonlyMap<string, Module>,
  isBroken: (module: string) => boolean,
  locate: Locate,
): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  for (const [name, { module }] of Object.entries(points?.rules ?? {}))
    if (module !== undefined && !modules.has(module) && !isBroken(module))
      report(['points', 'rules', name, 'module'], messages.unknownName('module', module, [...modules.keys()]));
  const known = [...modules].flatMap(([name, { moves, endpoints }]) => [
    ...Object.entries(moves ?? {}).flatMap(([move, { message }]) => (message ? [`${name}.${move}`] : [])),
    ...Object.values(endpoints ?? {}).flatMap(({ service = '' }) => getOwn(services, service)?.tells ?? []),
  ]);
  for (const kind of Object.keys(told?.kinds ?? {})) {
    const [module = ''] = kind.split('.');
    if (!known.includes(kind) && (modules.has(module) || !isBroken(module)))
      report(['messages', 'kinds', kind], messages.unknownName('message', kind, known), 'key');
  }
  return problems;
}

/**
 * Checks that the columns of an institution's menu lead to pages that there are, and that open without the id of an item.
 * @param modules those without errors
 * @param prefixes what addresses begin with in other languages
 * @param whole whether these are all modules: one with errors may have the page that seems to be missing
 */
export function checkColumns(
  { menu, modules: switches = {} }: TenantSettings,
  modules: ReadonlyMap<string, { definition: Module; links: ModuleLinks }>,
  { prefixes, whole }: { prefixes: readonly string[]; whole: boolean },
  locate: Locate,
): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  const addresses = new Map(
    [...modules.values()].flatMap(({ links }) => links.addresses.map(({ name, needs }): [string, readonly string[]] => [name, needs])),
  );
  const checkAddress = (address: string, gives: readonly string[], path: readonly string[]): void => {
    const missing = (addresses.get(address) ?? []).filter((name) => !gives.includes(name));
    if (missing.length > 0) report(path, messages.missingQuery(address, missing));
    else if (whole && !addresses.has(address) && address !== '/' && !isReserved(address))
      report(path, messages.noSuchPage(address, [...addresses.keys()]));
  };
  const checkHref = (href: string, path: readonly string[]): void => {
    if (!/^\/(?![/\\])/.test(href) || prefixes.some((prefix) => href === prefix || href.startsWith(`${prefix}/`))) return;
    const { pathname, searchParams } = new URL(href, 'http://portal');
    checkAddress(decodePath(pathname), [...searchParams.keys()], path);
  };
  const checkModule = (named: string, path: readonly string[]): void => {
    const [name = '', page] = named.split(':');
    const module = switches[name] === false ? undefined : modules.get(name);
    const address = module?.links.addresses.find((one) => one.page === page)?.name;
    if (address !== undefined) checkAddress(address, ['columnId', 'subhomepage'], path);
    else if (module && page === undefined && findEntry(module.definition) === undefined) report(path, messages.noEntry(name));
  };
  const numbers = new Map([...modules].map(([name, { definition }]) => [definition.backRouteId, name]));
  const visit = (node: MenuNode, path: readonly string[]): void => {
    if (node.href !== undefined) checkHref(node.href, [...path, 'href']);
    else if (node.module !== undefined) checkModule(node.module, [...path, 'module']);
    else if (node.backRouteId !== undefined) checkModule(numbers.get(node.backRouteId) ?? '', [...path, 'backRouteId']);
    for (const [name, child] of Object.entries(node.children ?? {})) visit(child, [...path, 'children', name]);
  };
  for (const [name, node] of Object.entries(menu)) visit(node, ['menu', name]);
  return problems;
}

/** Warns of pages whose address begins as those in another language do: visitors who ask for it get a page of that language, or none. */
export const checkPrefixes = (modules: readonly { links: ModuleLinks; locate: Locate }[], prefixes: readonly string[]): Problem[] =>
  modules.flatMap(({ links, locate }) =>
    links.addresses.flatMap(({ name, path }) => {
      const prefix = prefixes.find((one) => name === one || name.startsWith(`${one}/`));
      return prefix === undefined ? [] : [messages.createProblemAt(locate, path, messages.shadowedPath(name, prefix))];
    }),
  );

/** What is no encoding of a text stays as it is, and no page has such an address. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Checks what an institution's menu says of the modules. */
export function checkMenu(
  settings: TenantSettings,
  modules: ReadonlyMap<string, Module>,
  isBroken: (module: string) => boolean,
  locate: Locate,
): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  const ids = new Map<string, readonly string[]>();
  const targets = new Map<string, { path: readonly string[]; id: string | undefined }>();
  const numbers = new Set([...modules.values()].map(({ backRouteId }) => backRouteId));
  const visit = (node: MenuNode, path: readonly string[], beside: readonly string[]): void => {
    const first = node.id === undefined ? undefined : ids.get(node.id);
    if (node.id !== undefined && first !== undefined) report([...path, 'id'], messages.duplicateColumn(node.id, locate([...first, 'id'])));
    else if (node.id !== undefined) ids.set(node.id, path);
    if (node.href !== undefined && sanitizeAddress(node.href) === undefined) report([...path, 'href'], messages.unsafeAddress(node.href));
    checkTarget(node, path);
    if (leadsNowhere(node)) report(path, messages.leadsNowhere(path.at(-1) ?? '', beside), 'key');
    if (node.module !== undefined) checkModule(node.module, [...path, 'module']);
    if (node.backRouteId !== undefined && !numbers.has(node.backRouteId))
      report([...path, 'backRouteId'], messages.unknownRouteId(node.backRouteId));
    visitAll(node.children ?? {}, [...path, 'children']);
  };
  const visitAll = (nodes: Readonly<Record<string, MenuNode>>, path: readonly string[]): void => {
    const names = Object.keys(nodes);
    for (const [name, node] of Object.entries(nodes))
      visit(
        node,
        [...path, name],
        names.filter((other) => other !== name),
      );
  };
  const checkTarget = ({ href, module, id }: MenuNode, path: readonly string[]): void => {
    const target = href ?? module;
    const before = target === undefined ? undefined : targets.get(target);
    // The same module under two ids is two columns, each with content of its own.
    if (target !== undefined && before && (href !== undefined || id === undefined || before.id === undefined))
      report(path, messages.duplicateEntry(target, locate(before.path)), 'key');
    else if (target !== undefined && !before) targets.set(target, { path, id });
  };
  const checkModule = (target: string, path: readonly string[]): void => {
    const { module, name } = target.includes(':') ? splitName(target, '') : { module: target, name: undefined };
    const definition = modules.get(module);
    const pages = Object.keys(definition?.pages ?? {}).map((page) => `${module}:${page}`);
    if (definition === undefined && !isBroken(module)) report(path, messages.unknownName('module', module, [...modules.keys()]));
    else if (definition !== undefined && name !== undefined && !pages.includes(target))
      report(path, messages.unknownName('page', target, pages));
  };
  visitAll(settings.menu, ['menu']);
  return problems;
}

/** Whether a column has neither a page nor columns below: its name is misspelt, or it is not finished. */
const leadsNowhere = ({ href, module, backRouteId, children = {} }: MenuNode): boolean =>
  href === undefined && module === undefined && backRouteId === undefined && Object.keys(children).length === 0;

/**
 * Warns of dictionaries and ad slots that a module asks for and the settings, with those that every institution starts from, do not have:
 * nothing ever comes of them.
 */
export function checkContents(
  { dictionaries = {}, slots = {} }: TenantSettings,
  { contents }: ModuleLinks,
  locate: Locate,
  locateSetting: Locate,
): Problem[] {
  const known = { dictionary: Object.keys(dictionaries), slot: Object.keys(slots) };
  return contents
    .filter(({ kind, name }) => !known[kind].includes(name))
    .map(({ kind, name, path }) => {
      const problem = messages.createProblemAt(locate, path, messages.noSuchContent(kind, name, known[kind]));
      const setting = [kind === 'slot' ? 'slots' : 'dictionaries', name];
      const removed = findRemoval(locateSetting, setting);
      return removed ? messages.createProblem(removed, formatPointer(setting), messages.breaks(problem)) : problem;
    });
}
