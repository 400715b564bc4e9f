/** What a bundler tells of a module. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Names the chunk of each module: whatever an entry imports at once is one file. Left to itself the bundler cuts it up by what the
 * parts that come later share with it, into files that every page fetches anyway and that are packed worse apart.
 * @param entry the path of the entry
 * @returns the name of the module's chunk, or null where the bundler decides
 */
export function firstChunk(entry: string): (id: string, modules: Modules) => string | null {
  let first: Set<string> | undefined;
  return (id, modules) => ((first ??= collectImportedAtOnce(entry, modules)).has(id) ? 'portal' : null);
}

function collectImportedAtOnce(entry: string, modules: Modules): Set<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    modules.getModuleInfo(id)?.importedIds.forEach(visit);
  };
  visit(entry);
  return found;
}
