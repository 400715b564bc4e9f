import type { Problem } from '../../model/problem';
import type { BaseFiles, Document, TenantFiles } from '../language/document';
import { asObject, asString, getOwn, isObject, type Json, type JsonObject } from '../../model/json';
import { assign, formatPointer, parsePointer, resolveTokens } from '../../model/pointer';
import * as messages from '../problems/messages';

/** The name of a preset that an institution names, alone or with values of its parameters. */
export const readPresetName = (named: Json): string => asString(isObject(named) ? named['preset'] : named);

/** Returns the presets that an institution, or the defaults for it, name, in their order, with the values given to them; and what is wrong with these. */
export function findPresets(tenant: TenantFiles, files: BaseFiles): { presets: Document[]; problems: Problem[] } {
  const writer = tenant.settings !== undefined && getOwn(tenant.settings.value, 'presets') !== undefined ? tenant.settings : files.tenant;
  if (writer === undefined) return { presets: [], problems: [] };
  const { problems, report } = messages.collectProblems(writer.place);
  const named = [getOwn(writer.value, 'presets') ?? []].flat();
  const names = named.map(readPresetName);
  const presets = names.map((name, index) => {
    const document = files.presets.get(name);
    const [at, given] = [['presets', String(index)], named[index]];
    if (names.indexOf(name) < index) {
      report(at, messages.duplicatePreset(name));
      return undefined;
    }
    if (document === undefined && name !== '')
      report(isObject(given) ? [...at, 'preset'] : at, messages.unknownName('preset', name, [...files.presets.keys()]));
    if (document === undefined || !isObject(given)) return document;
    const known = Object.keys(asObject(document.value['parameters']));
    for (const key of Object.keys(given))
      if (key !== 'preset' && !known.includes(key)) report([...at, key], messages.unknownKey(key, ['preset', ...known]), 'key');
    return fillIn(document, given, writer, at);
  });
  return { presets: presets.filter((document) => document !== undefined), problems };
}

const filled = new WeakMap<Document, Map<string, { of: Document; document: Document }>>();

/** Returns a preset with the values that an institution gives, which stand where the institution wrote them: what does not fit is told there. */
function fillIn(preset: Document, given: JsonObject, writer: Document, at: readonly string[]): Document {
  const made = filled.get(writer) ?? new Map<string, { of: Document; document: Document }>();
  filled.set(writer, made);
  const known = made.get(at.join('/'));
  if (known?.of === preset) return known.document;
  const value = structuredClone(preset.value);
  const origins = new Map<string, string[]>();
  for (const [name, pointer] of listPlaces(preset)) {
    const own = getOwn(given, name);
    if (own === undefined || resolveTokens(value, parsePointer(pointer)) === undefined) continue;
    assign(pointer, value, own);
    origins.set(pointer, [...at, name]);
  }
  const document: Document = {
    file: preset.file,
    text: preset.text,
    value,
    place(path, part) {
      for (let length = path.length; length > 0; length -= 1) {
        const origin = origins.get(formatPointer(path.slice(0, length)));
        if (origin) return writer.place([...origin, ...path.slice(length)], part);
      }
      return preset.place(path, part);
    },
  };
  made.set(at.join('/'), { of: preset, document });
  return document;
}

/** The places that parameters fill in, each with the name of its parameter. */
const listPlaces = ({ value }: Document): [name: string, pointer: string][] =>
  Object.entries(asObject(value['parameters'])).flatMap(([name, parameter]) =>
    [getOwn(asObject(parameter), 'sets') ?? []]
      .flat()
      .filter(isPlace)
      .map((pointer): [string, string] => [name, pointer]),
  );

/** The keys of a preset: patches on the settings, the shared texts and the modules, and what of them can be chosen. */
const presetKeys = ['$schema', 'description', 'parameters', 'tenant', 'texts', 'modules'];

/** Checks what no patch of a preset shows: its own keys, that the modules it changes are there, and that its parameters lead to what it says. */
export function checkPresets({ presets, modules }: BaseFiles): Problem[] {
  return [...presets.values()].flatMap((document) => {
    if (document === undefined) return [];
    const { problems, report } = messages.collectProblems(document.place);
    for (const key of Object.keys(document.value))
      if (!presetKeys.includes(key)) report([key], messages.unknownKey(key, presetKeys), 'key');
    for (const key of ['parameters', 'tenant', 'texts', 'modules'])
      if (document.value[key] !== undefined && !isObject(document.value[key]))
        report([key], messages.wrongType('an object', document.value[key]));
    const { description } = document.value;
    if (description !== undefined && typeof description !== 'string') report(['description'], messages.wrongType('a text', description));
    for (const name of Object.keys(asObject(document.value['modules'])))
      if (!modules.has(name)) report(['modules', name], messages.unknownModulePatch(name, [...modules.keys()]), 'key');
    checkParameters(document, report);
    return problems;
  });
}

const parameterKeys = ['title', 'description', 'sets'];

function checkParameters(document: Document, report: messages.Report): void {
  for (const [name, parameter] of Object.entries(asObject(document.value['parameters']))) {
    const at = ['parameters', name];
    if (!isObject(parameter)) {
      report(at, messages.wrongType('an object', parameter));
      continue;
    }
    for (const key of Object.keys(parameter))
      if (!parameterKeys.includes(key)) report([...at, key], messages.unknownKey(key, parameterKeys), 'key');
    const { sets } = parameter;
    if (!Array.isArray(sets) || sets.length === 0) report(at, messages.missingKey(['sets'], 'A parameter'));
    else
      for (const [index, pointer] of sets.entries())
        checkPlace(pointer, document, (fault) => report([...at, 'sets', String(index)], fault));
  }
}

/** A parameter changes what is there: the preset has a value of its own in each place. */
function checkPlace(pointer: Json, { value }: Document, report: (fault: messages.Fault) => void): void {
  if (!isPlace(pointer)) return report(messages.wrongType('a JSON Pointer', pointer));
  const tokens = parsePointer(pointer);
  const missing = tokens.findIndex((_token, index) => resolveTokens(value, tokens.slice(0, index + 1)) === undefined);
  if (missing >= 0)
    report(messages.unknownKey(tokens[missing] ?? '', Object.keys(asObject(resolveTokens(value, tokens.slice(0, missing))))));
}

const isPlace = (pointer: Json): pointer is string => typeof pointer === 'string' && pointer.startsWith('/');
