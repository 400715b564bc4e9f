import type { MenuNode, Module, TenantSettings } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import type { FilePlace, Locate } from '../language/document';
import type { Facts } from './facts';
import { own, pointer } from '../language/jsonPointer';
import * as messages from '../problems/messages';
import { split } from '../language/names';

/** A module as its neighbours see it. */
export interface Neighbour {
  name: string;
  definition: Module;
  facts: Facts;
  locate: Locate;
}

/** Who said something first, and where; the place is looked up only when somebody else says the same. */
interface Claim {
  name: string;
  place: () => FilePlace;
}

/** A Problem and the module that cannot be used because of it. */
export interface Attributed {
  module: string;
  problem: Problem;
}

/**
 * Checks what the modules of a portal say of each other: one index of methods and addresses over all calls, one of the
 * addresses of pages, one of the numbers of modules. Of two that claim the same the later one by name is at fault.
 * @param whole whether these are all modules: one that has errors of its own may have the page that seems to be missing
 */
export function checkModules(modules: readonly Neighbour[], whole: boolean): Attributed[] {
  const found: Attributed[] = [];
  const calls = new Map<string, Claim>();
  const addresses = new Map<string, Claim>();
  const numbers = new Map<number, Claim>();
  const claim = <K>(
    index: Map<K, Claim>,
    key: K,
    name: string,
    module: Neighbour,
    path: readonly string[],
    fault: (other: string, place: FilePlace) => messages.Fault,
  ): void => {
    const other = index.get(key);
    if (other === undefined) index.set(key, { name, place: () => module.locate(path) });
    else
      found.push({ module: module.name, problem: messages.problem(module.locate(path), pointer(path), fault(other.name, other.place())) });
  };
  for (const module of modules) {
    for (const { name, path, method, template, shape } of module.facts.calls)
      claim(calls, `${method} ${shape}`, `${module.name}:${name}`, module, path, (other, place) =>
        messages.duplicateEndpoint(method, template, other, place),
      );
    for (const { name, path, page } of module.facts.addresses)
      claim(addresses, name, `${module.name}:${page}`, module, path, (other, place) => messages.duplicatePath(name, other, place));
    const number = module.definition.backRouteId;
    if (number !== undefined)
      claim(numbers, number, module.name, module, ['backRouteId'], (other, place) => messages.duplicateRouteId(number, other, place));
  }
  for (const module of whole ? modules : []) {
    for (const { name, path } of module.facts.targets) {
      if (name !== '/' && !name.startsWith('/api/') && !addresses.has(name))
        found.push({
          module: module.name,
          problem: messages.problem(module.locate(path), pointer(path), messages.noSuchPage(name, [...addresses.keys()])),
        });
    }
  }
  return found;
}

/** Checks what an institution's menu says of the modules. */
export function checkMenu(
  settings: TenantSettings,
  modules: ReadonlyMap<string, Module>,
  isBroken: (module: string) => boolean,
  locate: Locate,
): Problem[] {
  const problems: Problem[] = [];
  const ids = new Map<string, readonly string[]>();
  const numbers = new Set([...modules.values()].map(({ backRouteId }) => backRouteId));
  const visit = (node: MenuNode, path: readonly string[]): void => {
    const report = (key: string, fault: messages.Fault): void => {
      problems.push(messages.problem(locate([...path, key]), pointer([...path, key]), fault));
    };
    const first = node.id === undefined ? undefined : ids.get(node.id);
    if (node.id !== undefined && first !== undefined) report('id', messages.duplicateColumn(node.id, locate([...first, 'id'])));
    else if (node.id !== undefined) ids.set(node.id, path);
    if (node.module !== undefined) checkModule(node.module, (fault) => report('module', fault));
    if (node.backRouteId !== undefined && !numbers.has(node.backRouteId)) report('backRouteId', messages.unknownRouteId(node.backRouteId));
    for (const [name, child] of Object.entries(node.children ?? {})) visit(child, [...path, 'children', name]);
  };
  const checkModule = (target: string, report: (fault: messages.Fault) => void): void => {
    const { module, name } = target.includes(':') ? split(target, '') : { module: target, name: undefined };
    const definition = modules.get(module);
    if (definition === undefined && !isBroken(module)) report(messages.unknownName('module', module, [...modules.keys()]));
    else if (definition !== undefined && name !== undefined && own(definition.pages, name) === undefined)
      report(
        messages.unknownName(
          'page',
          target,
          Object.keys(definition.pages).map((page) => `${module}:${page}`),
        ),
      );
  };
  for (const [name, node] of Object.entries(settings.menu)) visit(node, ['menu', name]);
  return problems;
}
