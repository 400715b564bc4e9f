import type { TenantSettings } from '../model/definitions.g';
import type { Problem } from '../model/problem';
import { subjectOf, type Base } from './base';
import { checkModule, checkNeighbours, servedModules, type View } from './checked';
import { checkContents } from './link/contents';
import { formModule, formTexts, hasErrors, isUsable, layer, type Formed, type FormedModule } from './formed';
import { isObject, own } from './language/jsonPointer';
import type { Built } from './lastGood';
import * as messages from './problems/messages';
import { assemblePortal, compileTexts } from './compile/portal';
import { checkMenu, type Attributed } from './link/modules';
import { presetsOf, unknownModules } from './overlay/presets';
import type { TenantFiles } from './language/document';
import { checkOwnTexts } from './validate/texts';

/** Applies a tenant's patches, checks references between modules, and compiles the portal of what has no errors. */
export function buildTenant(tenant: TenantFiles, settings: Formed<TenantSettings> | undefined, base: Base): Built {
  const view = tenantView(tenant, base);
  const unpatched = [...view.modules].every(([name, module]) => base.view.modules.get(name) === module);
  const usable = [...view.modules.values()].filter((module) => module !== undefined).filter(isUsable);
  const problems = [
    ...tenant.problems,
    ...(settings?.problems ?? []),
    ...(view.texts === base.view.texts ? [] : view.texts.problems),
    ...unknownModules(tenant, base.files),
  ];
  const found: Attributed[] = [
    ...(unpatched ? base.found : checkNeighbours(view)),
    ...[...view.modules.values()].flatMap((module) => (module?.problems ?? []).map((problem) => ({ module: module?.name ?? '', problem }))),
    ...usable.flatMap((module) => checkModule(module, view).problems.map((problem) => ({ module: module.name, problem }))),
  ];
  // What is wrong for everybody was told of the module itself.
  const told = unpatched
    ? found
    : found.filter((one) => base.view.modules.get(one.module) === view.modules.get(one.module) || !base.told.has(subjectOf(one)));
  problems.push(
    ...ownTexts(tenant, view, base),
    ...told.map((one) =>
      base.told.has(subjectOf(one)) || one.problem.file.startsWith(`tenants/${tenant.name}/`)
        ? one.problem
        : { ...one.problem, message: one.problem.message + messages.onlyPatched(tenant.name) },
    ),
  );
  if (settings?.value === undefined) return { problems, complete: false };
  const definitions = new Map(usable.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const])));
  problems.push(
    ...checkMenu(settings.value, definitions, (name) => view.modules.has(name), settings.locate),
    ...usable.flatMap(({ facts, locate: find }) =>
      facts === undefined || settings.value === undefined ? [] : checkContents(settings.value, facts, find),
    ),
  );
  const broken = new Set(found.filter(({ problem }) => problem.severity === 'error').map(({ module }) => module));
  const modules = servedModules(
    usable.filter(({ name }) => !broken.has(name)),
    view,
  );
  const complete = !hasErrors([...problems, ...found.map(({ problem }) => problem), ...base.files.problems, ...base.view.texts.problems]);
  return { problems, complete, portal: assemblePortal(tenant.name, settings.value, view.compiledTexts, modules, base.patterns) };
}

function ownTexts({ texts }: TenantFiles, { modules }: View, base: Base): Problem[] {
  const all = [...modules.values()];
  // What a module with errors refers to is not known.
  if (texts === undefined || all.some((module) => module?.facts === undefined)) return [];
  return checkOwnTexts(texts, base.view.texts.index.args, new Set(all.flatMap((module) => module?.facts?.texts ?? [])));
}

function tenantView(tenant: TenantFiles, base: Base): View {
  const patches = [
    ...presetsOf(tenant, base.files)
      .documents.filter(({ value }) => value['texts'] !== undefined)
      .map((document) => layer(document, ['texts'])),
    ...(tenant.texts === undefined ? [] : [layer(tenant.texts)]),
  ];
  const modules = tenantModules(tenant, base);
  if (patches.length === 0) return { ...base.view, modules };
  const texts = formTexts(base.files, patches);
  return { modules, texts, compiledTexts: compileTexts(texts.texts) };
}

/** The modules as a tenant has them; those that it does not patch are those of the base, a broken patch leaves none. */
export function tenantModules(tenant: TenantFiles, { files, caches, view }: Base): Map<string, FormedModule | undefined> {
  const presets = presetsOf(tenant, files).documents;
  return new Map(
    [...files.modules].map(([name, document]) => {
      const ownPatch = tenant.modules.get(name);
      if (document === undefined || (tenant.modules.has(name) && ownPatch === undefined)) return [name, undefined];
      const patches = [
        ...presets
          .filter(({ value }) => isObject(value['modules']) && own(value['modules'], name) !== undefined)
          .map((preset) => layer(preset, ['modules', name])),
        ...(ownPatch === undefined ? [] : [layer(ownPatch)]),
      ];
      return [
        name,
        patches.length === 0
          ? view.modules.get(name)
          : formModule(`tenants/${tenant.name}/${name}`, name, document, patches, files, caches),
      ];
    }),
  );
}
