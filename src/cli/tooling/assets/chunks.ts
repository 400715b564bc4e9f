import { join, sep } from 'node:path';
import type { Modules } from './cascade';


/** A chunk as the bundler is told of it: the first that names a module has it. */
interface Group {
  name: (id: string, modules: Modules) => string | null;
  priority: number;
  includeDependenciesRecursively?: boolean;
}

/**
 * Says what is one file. Left to itself the bundler cuts files up by what parts that come later share, into pieces that a page fetches anyway
 * and that are packed worse apart: a page of a form would ask for a dozen of some hundred bytes.
 * - Whatever the entry imports at once is one file.
 * - What pages of forms import besides and others fetch once something is pressed, such as calls and dialogs, is another.
 * - Whatever else pages of forms import at once, and nobody without a form does, is a third.
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
    { name: pick('common'), priority: 2, includeDependenciesRecursively: false },
    { name: pick('FormPage'), priority: 1, includeDependenciesRecursively: false },
  ];
}

function plan(portal: string, modules: Modules): Map<string, string> {
  const entry = join(portal, 'app/entryClient.tsx');
  const formPage = join(portal, 'pages/FormPage.tsx');
  const forms = join(portal, 'forms') + sep;
  const commonFolders = [join(portal, 'ui'), join(portal, 'data'), join(portal, '../runtime'), join(portal, '../model')];
  const first = collectImportedAtOnce(modules, [entry]);
  const later = collectFetchedLater(modules, entry).filter((id) => id !== formPage && !id.startsWith(forms));
  const elsewhere = collectImportedAtOnce(modules, later);
  const names = new Map([...first].map((id) => [id, 'portal']));
  for (const id of collectImportedAtOnce(modules, [formPage])) {
    if (first.has(id)) continue;
    if (!elsewhere.has(id)) names.set(id, 'FormPage');
    else if (commonFolders.some((folder) => id.startsWith(folder + sep))) names.set(id, 'common');
  }
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
