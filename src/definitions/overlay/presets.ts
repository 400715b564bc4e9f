import type { Problem } from '../../model/problem';
import type { BaseFiles, Document, TenantFiles } from '../language/document';
import { isObject, own, pointer } from '../language/jsonPointer';
import * as messages from '../problems/messages';

/** The keys of a preset: patches on the settings, the shared texts and the modules. */
const presetKeys = ['$schema', 'description', 'tenant', 'texts', 'modules'];

/** Checks what no patch of a preset shows: its own keys, and that the modules it changes are there. */
export function checkPresets({ presets, modules }: BaseFiles): Problem[] {
  return [...presets.values()]
    .filter((document) => document !== undefined)
    .flatMap((document) => {
      const report = (path: string[], fault: messages.Fault): Problem =>
        messages.problem(document.place(path, 'key'), pointer(path), fault);
      const { modules: patched } = document.value;
      return [
        ...Object.keys(document.value)
          .filter((key) => !presetKeys.includes(key))
          .map((key) => report([key], messages.unknownKey(key, presetKeys))),
        ...Object.keys(isObject(patched) ? patched : {})
          .filter((name) => !modules.has(name))
          .map((name) => report(['modules', name], messages.unknownModulePatch(name, [...modules.keys()]))),
      ];
    });
}

/** The presets that an institution, or the defaults for it, name, in their order; and those that are not there. */
export function presetsOf(tenant: TenantFiles, files: BaseFiles): { documents: Document[]; problems: Problem[] } {
  const writer = tenant.settings !== undefined && own(tenant.settings.value, 'presets') !== undefined ? tenant.settings : files.tenant;
  const names =
    writer === undefined ? [] : [own(writer.value, 'presets') ?? []].flat().map((name) => (typeof name === 'string' ? name : ''));
  const documents = names.map((name) => files.presets.get(name));
  const problems = names.flatMap((name, index) =>
    writer === undefined || documents[index] !== undefined || name === ''
      ? []
      : [
          messages.problem(
            writer.place(['presets', String(index)]),
            `/presets/${index}`,
            messages.unknownName('preset', name, [...files.presets.keys()]),
          ),
        ],
  );
  return { documents: documents.filter((document) => document !== undefined), problems };
}

/** Patches of an institution on modules that are not there. */
export function unknownModules(tenant: TenantFiles, { modules }: BaseFiles): Problem[] {
  return [...tenant.modules].flatMap(([name, document]) =>
    document === undefined || modules.has(name)
      ? []
      : [messages.problem(document.place([]), '', messages.unknownModulePatch(name, [...modules.keys()]))],
  );
}
