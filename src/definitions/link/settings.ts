import type { MenuNode, Module, TenantSettings } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import type { FilePlace, Locate } from '../language/document';
import { splitName } from '../language/names';
import * as messages from '../problems/messages';
import type { ModuleLinks } from './links';

/** An institution's settings as far as hosts are concerned. */
interface HostOwner {
  definition: TenantSettings | undefined;
  locate: Locate;
}

/** Returns the institution of each host; of two that claim one the first by name has it and the other a Problem. */
export function indexHosts(settings: ReadonlyMap<string, HostOwner>): { hosts: Map<string, string>; problems: Problem[] } {
  const owners = new Map<string, { tenant: string; place: () => FilePlace }>();
  const problems: Problem[] = [];
  for (const [tenant, { definition, locate }] of settings) {
    for (const [index, host] of (definition?.hosts ?? []).entries()) {
      const path = ['hosts', String(index)];
      const other = owners.get(host);
      if (other === undefined) owners.set(host, { tenant, place: () => locate(path) });
      else problems.push(messages.createProblemAt(locate, path, messages.duplicateHost(host, other.tenant, other.place())));
    }
  }
  return { hosts: new Map([...owners].map(([host, { tenant }]) => [host, tenant])), problems };
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
  const numbers = new Set([...modules.values()].map(({ backRouteId }) => backRouteId));
  const visit = (node: MenuNode, path: readonly string[]): void => {
    const first = node.id === undefined ? undefined : ids.get(node.id);
    if (node.id !== undefined && first !== undefined) report([...path, 'id'], messages.duplicateColumn(node.id, locate([...first, 'id'])));
    else if (node.id !== undefined) ids.set(node.id, path);
    if (node.module !== undefined) checkModule(node.module, [...path, 'module']);
    if (node.backRouteId !== undefined && !numbers.has(node.backRouteId))
      report([...path, 'backRouteId'], messages.unknownRouteId(node.backRouteId));
    for (const [name, child] of Object.entries(node.children ?? {})) visit(child, [...path, 'children', name]);
  };
  const checkModule = (target: string, path: readonly string[]): void => {
    const { module, name } = target.includes(':') ? splitName(target, '') : { module: target, name: undefined };
    const definition = modules.get(module);
    const pages = Object.keys(definition?.pages ?? {}).map((page) => `${module}:${page}`);
    if (definition === undefined && !isBroken(module)) report(path, messages.unknownName('module', module, [...modules.keys()]));
    else if (definition !== undefined && name !== undefined && !pages.includes(target))
      report(path, messages.unknownName('page', target, pages));
  };
  for (const [name, node] of Object.entries(settings.menu)) visit(node, ['menu', name]);
  return problems;
}

/**
 * Warns of dictionaries and ad slots that a module asks for and the settings, with those that every institution starts from, do not have:
 * nothing ever comes of them. An institution's own back end has its own, of which nothing is known here.
 */
export function checkContents(
  { dictionaries = {}, slots = {}, backend }: TenantSettings,
  { contents }: ModuleLinks,
  locate: Locate,
): Problem[] {
  if (backend !== undefined) return [];
  const known = { dictionary: Object.keys(dictionaries), slot: Object.keys(slots) };
  return contents
    .filter(({ kind, name }) => !known[kind].includes(name))
    .map(({ kind, name, path }) => messages.createProblemAt(locate, path, messages.noSuchContent(kind, name, known[kind])));
}
