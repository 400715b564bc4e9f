import type { Problem } from '../model/problem';
import { checkModule, checkNeighbours, compiledOf, type View } from './checked';
import { formModule, formTexts, hasErrors, isUsable, type Caches } from './formed';
import { compileTexts } from './compile/portal';
import type { Attributed } from './link/modules';
import { checkPresets } from './overlay/presets';
import type { BaseFiles } from './language/document';

/** What all tenants share. */
export interface Base {
  files: BaseFiles;
  caches: Caches;
  view: View;
  found: Attributed[];
  told: ReadonlySet<string>;
  problems: Problem[];
  patterns: Record<string, unknown>;
}

/** A Problem by what it is about, wherever it was written. */
export const subjectOf = ({ module, problem: { path, code } }: Attributed): string => `${module} ${path} ${code}`;

/** Forms and checks what all tenants share: what is wrong with it is wrong for everybody. */
export function formBase(files: BaseFiles, caches: Caches): Base {
  const modules = new Map(
    [...files.modules].map(([name, document]) => [name, document && formModule(`schemas/${name}`, name, document, [], files, caches)]),
  );
  const texts = formTexts(files, []);
  const view: View = { modules, texts, compiledTexts: compileTexts(texts.texts) };
  const found = checkNeighbours(view);
  const formed = [...modules.values()].filter((module) => module !== undefined);
  const checked = formed.filter(isUsable).map((module) => checkModule(module, view));
  const problems = [
    ...files.problems,
    ...texts.problems,
    ...checkPresets(files),
    ...formed.flatMap((module) => module.problems),
    ...checked.flatMap((check) => check.problems),
    ...found.map(({ problem }) => problem),
  ];
  const told = new Set(
    [
      ...found,
      ...formed.flatMap((module) =>
        [...module.problems, ...(isUsable(module) ? checkModule(module, view).problems : [])].map((problem) => ({
          module: module.name,
          problem,
        })),
      ),
    ].map(subjectOf),
  );
  const compiled = formed
    .filter(isUsable)
    .filter((module) => !hasErrors(checkModule(module, view).problems))
    .map((module) => compiledOf(module, view));
  return {
    files,
    caches,
    view,
    found,
    told,
    problems,
    patterns: Object.assign({}, view.compiledTexts.patterns, ...compiled.map(({ patterns }) => patterns)) as Record<string, unknown>,
  };
}
