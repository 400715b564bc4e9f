/** What a bundler tells of a module. */
export interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/**
 * Returns the modules that some modules reach, each after those that it imports at once, and what is fetched later after all of them: a
 * sheet stands behind those of the components that its own component is made of, whose look it may change.
 */
export function collectReached(from: readonly string[], modules: Modules): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const later: string[] = [];
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
    importedIds.forEach(visit);
    later.push(...dynamicallyImportedIds);
    found.push(id);
  };
  from.forEach(visit);
  for (let next = later.shift(); next !== undefined; next = later.shift()) visit(next);
  return found;
}
