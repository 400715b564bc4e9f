import type { MenuNode, Module, TenantSettings } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import type { Locate } from '../language/document';
import { own } from '../../model/json';
import { formatPointer } from '../../model/pointer';
import { splitName } from '../language/names';
import * as messages from '../problems/messages';

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
      problems.push(messages.problem(locate([...path, key]), formatPointer([...path, key]), fault));
    };
    const first = node.id === undefined ? undefined : ids.get(node.id);
    if (node.id !== undefined && first !== undefined) report('id', messages.duplicateColumn(node.id, locate([...first, 'id'])));
    else if (node.id !== undefined) ids.set(node.id, path);
    if (node.module !== undefined) checkModule(node.module, (fault) => report('module', fault));
    if (node.backRouteId !== undefined && !numbers.has(node.backRouteId)) report('backRouteId', messages.unknownRouteId(node.backRouteId));
    for (const [name, child] of Object.entries(node.children ?? {})) visit(child, [...path, 'children', name]);
  };
  const checkModule = (target: string, report: (fault: messages.Fault) => void): void => {
    const { module, name } = target.includes(':') ? splitName(target, '') : { module: target, name: undefined };
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
