import { join, sep } from 'node:path';
import type { Modules } from './cascade';

/** A chunk as the bundler is told of it: the first that names a module has it. */
interface Group {
  name: (id: string, modules: Modules) => string | null;
  priority: number;
  includeDependenciesRecursively?: boolean;
}

/** What lists and forms begin with. They stay apart: of a file that holds more than what is fetched by its name the bundler makes an object first. */
const entries = ['pages/ListPage.tsx', 'pages/FormPage.tsx'];

/**
 * Says what is one file. Left to itself the bundler cuts files up by what parts that come later share, into pieces that a page fetches anyway
 * and that are packed worse apart: a page of a form would ask for a dozen of some hundred bytes.
 * - Whatever the entry imports at once is one file, with what lists and forms both import: hardly a page has neither.
 * - What lists with a state import besides is another.
 * - What pages of forms import besides and others fetch once something is pressed, such as calls and dialogs, is a third.
 * - Whatever else pages of forms import at once, and nobody without a form does, is a fourth.
 * @param portal the folder of the portal
 */
export function planChunks(portal: string): Group[] {
  let names: Map<string, string> | undefined;
  const pick =
    (name: string) =>
    (id: string, modules: Modules): string | null =>
      (names ??= plan(portal, modules)).get(id) === name ? name : null;
  return [
    { name: pick('portal'), priority: 2 },
    ...['lists', 'common', 'forms'].map((name) => ({ name: pick(name), priority: 1, includeDependenciesRecursively: false })),
  ];
}

function plan(portal: string, modules: Modules): Map<string, string> {
  const entry = join(portal, 'app/entryClient.tsx');
  const [listPage, formPage] = entries.map((name) => join(portal, name)) as [string, string];
  const isIn = (folders: readonly string[], id: string): boolean => folders.some((folder) => id.startsWith(join(portal, folder) + sep));
  const first = collectImportedAtOnce(modules, [entry]);
  const later = collectFetchedLater(modules, entry).filter((id) => id !== formPage && !isIn(['forms'], id));
  const elsewhere = collectImportedAtOnce(modules, later);
  const names = new Map([...first].map((id) => [id, 'portal']));
  const ofForms = collectImportedAtOnce(modules, [formPage]);
  const ofLists = collectImportedAtOnce(modules, [listPage]);
  for (const id of ofLists) if (!names.has(id)) names.set(id, ofForms.has(id) ? 'portal' : 'lists');
  for (const id of ofForms) {
    if (names.has(id)) continue;
    if (!elsewhere.has(id)) names.set(id, 'forms');
    else if (isIn(['ui', 'data', '../runtime', '../model'], id)) names.set(id, 'common');
  }
  names.delete(listPage);
  names.delete(formPage);
  return names;
}

function collectImportedAtOnce(modules: Modules, ids: readonly string[], found = new Set<string>()): Set<string> {
  for (const id of ids) {
    if (found.has(id)) continue;
    found.add(id);
    collectImportedAtOnce(modules, modules.getModuleInfo(id)?.importedIds ?? [], found);
  }
  return found;
}

/** Returns the modules that are fetched when they are needed, from wherever. */
function collectFetchedLater(modules: Modules, entry: string): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
    dynamicallyImportedIds.forEach((later) => found.add(later));
    [...importedIds, ...dynamicallyImportedIds].forEach(visit);
  };
  visit(entry);
  return [...found];
}
