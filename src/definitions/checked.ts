import type { CompiledModule, CompiledPage } from '../model/compiled';
import { compileModule, type ModuleResult } from './compile/module';
import type { Check, FormedModule } from './formed';
import { own } from './language/jsonPointer';
import type { Surroundings } from './language/names';
import { compilePages, type CompiledTexts, type ServedModule } from './compile/portal';
import { checkModules, type Attributed } from './link/modules';
import { checkReferences } from './check/references';
import type { SharedTexts } from './validate/texts';

/** The modules and texts that one tenant, or the base alone, is made of. */
export interface View {
  modules: ReadonlyMap<string, FormedModule | undefined>;
  texts: SharedTexts;
  compiledTexts: CompiledTexts;
}

/** What is wrong between the modules of a view, such as two that claim one address. */
export function checkNeighbours({ modules }: View): Attributed[] {
  const sound = [...modules.values()].flatMap((module) =>
    module?.value === undefined || module.facts === undefined
      ? []
      : [{ name: module.name, definition: module.value, facts: module.facts, locate: module.locate }],
  );
  return checkModules(sound, sound.length === modules.size);
}

/** Checks a module's references, unless it was checked in equal surroundings before: then tenants share the result and all that is compiled of it. */
export function checkModule(module: FormedModule, view: View): Check {
  const texts = (module.facts?.texts ?? []).map((name) => own(view.texts.index.args, name)?.join(',') ?? '-').join(';');
  const known = module.checks.find(
    (check) => check.texts === texts && [...check.neighbours].every(([name, neighbour]) => view.modules.get(name) === neighbour),
  );
  if (known !== undefined) return known;
  const neighbours = new Map<string, FormedModule | undefined>();
  const neighbour = (name: string): FormedModule | undefined => {
    const found = view.modules.get(name);
    neighbours.set(name, found);
    return found;
  };
  const around: Surroundings = {
    module: (name) => neighbour(name)?.value,
    moduleNames: () => [...view.modules.keys()],
    isBroken: (name) => view.modules.has(name) && neighbour(name)?.value === undefined,
    texts: view.texts.index,
  };
  const problems =
    module.value === undefined
      ? []
      : checkReferences({ name: module.name, json: module.json, definition: module.value, locate: module.locate, around });
  const check: Check = { texts, neighbours, around, problems, pages: [] };
  module.checks.push(check);
  return check;
}

/** @throws Error when the module has errors */
export function compiledOf(module: FormedModule, view: View): ModuleResult {
  const check = checkModule(module, view);
  if (module.value === undefined) throw new Error(`The module ${module.name} has errors.`);
  return (check.compiled ??= compileModule(module.name, module.json, module.value, check.around));
}

/** Modules with their pages, as portals serve them; what is made of equal modules is made once. */
export function servedModules(modules: readonly FormedModule[], view: View): ServedModule[] {
  const results = new Map(modules.map((module) => [module.name, compiledOf(module, view)]));
  const compiled = (name: string): CompiledModule | undefined => results.get(name)?.module;
  return modules.map((module) => ({
    ...compiledOf(module, view),
    pages: pagesOf(checkModule(module, view), compiledOf(module, view), compiled),
  }));
}

function pagesOf(check: Check, { module }: ModuleResult, compiled: (name: string) => CompiledModule | undefined): CompiledPage[] {
  const known = check.pages.find(({ uses }) => [...uses].every(([name, used]) => compiled(name) === used));
  if (known !== undefined) return known.pages;
  const result = compilePages(module, compiled);
  check.pages.push(result);
  return result.pages;
}
