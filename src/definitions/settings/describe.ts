import { getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import type { SettingNode, SettingOption } from '../../model/settingsForm';
import { deref, type MetaSchema, metaSchemas } from '../language/metaSchemas';
import { findWords, type SettingWords } from './groups';

/** What may be said at some places of an institution's settings. */
interface Described {
  nodes: Record<string, SettingNode>;
  parts: Record<string, SettingNode>;
}

/** What members of maps have besides what is said of them. */
const ordering: ReadonlySet<string> = new Set(['before', 'after']);
/** Longer texts get more room. */
const longText = 120;

/**
 * Describes places of the settings as a form shows them: from the meta-schema, in the words of `schemas/desk/settings.json`. What has no
 * words there is left out.
 * @param places JSON Pointers of settings, such as /shell/records
 * @param file where they stand: in the settings, or in a patch of a module
 */
export function describeSettings(places: readonly string[], file = 'tenant.json'): Described {
  const described: Described = { nodes: {}, parts: {} };
  for (const place of places) {
    const schema = parsePointer(place).reduce<MetaSchema | undefined>(
      (within, token) => within && enterSchema(within, token),
      file.startsWith('modules/') ? metaSchemas.module : metaSchemas.tenant,
    );
    const node = schema && describe(schema, place, described.parts);
    if (node) described.nodes[place] = node;
  }
  return described;
}

/** Returns what a name leads to: in parts of several kinds, by the first kind that has it. @internal */
export function enterSchema(schema: MetaSchema, name: string): MetaSchema | undefined {
  const { properties, additionalProperties, oneOf = [] } = deref(schema);
  const own = getOwn(properties, name) ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return own ?? oneOf.map((kind) => enterSchema(kind, name)).find((found) => found !== undefined);
}

/** @param place where the meta-schema stands, by which its words are found */
function describe(schema: MetaSchema, place: string, parts: Described['parts'], isNeeded = false): SettingNode | undefined {
  const words = findWords(place);
  if (!words) return undefined;
  const common = { label: words.label, ...(words.help && { help: words.help }), ...(isNeeded ? ({ required: true } as const) : {}) };
  const name = schema.$ref?.startsWith('#/$defs/') ? schema.$ref.slice('#/$defs/'.length) : undefined;
  const target = deref(schema);
  if (name !== undefined && target.properties) {
    describePart(name, target, parts);
    return { kind: 'part', part: name, ...common };
  }
  return { ...common, ...describeContent(target, name ?? place, words, parts) };
}

function describePart(name: string, schema: MetaSchema, parts: Described['parts']): void {
  if (parts[name]) return;
  // It may hold itself.
  parts[name] = { kind: 'group', label: '' };
  parts[name] = { kind: 'group', label: '', fields: describeFields(schema, name, parts) };
}

function describeFields(schema: MetaSchema, place: string, parts: Described['parts']): Record<string, SettingNode> {
  const described = Object.entries(schema.properties ?? {}).flatMap(([key, value]): [string, SettingNode][] => {
    const node = ordering.has(key) ? undefined : describe(value, `${place}/${key}`, parts, schema.required?.includes(key));
    return node ? [[key, node]] : [];
  });
  return Object.fromEntries(described);
}

function describeContent(schema: MetaSchema, place: string, words: SettingWords, parts: Described['parts']): Omit<SettingNode, 'label'> {
  const { type, items, properties, additionalProperties, enum: values, anyOf, oneOf } = schema;
  if (values) return { kind: 'choice', options: listOptions(values, words) };
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'integer' || type === 'number') return { kind: 'number', ...bounds(schema) };
  if (type === 'string') return describeText(schema, words);
  if (type === 'array' && items) return describeList(items, place, words, parts);
  if (properties) return { kind: 'group', fields: describeFields(schema, place, parts) };
  if (typeof additionalProperties === 'object') return describeMap(additionalProperties, place, words, parts);
  // Words may be said in several ways: whoever fills a form in writes them.
  if (anyOf?.some((way) => way.type === 'string')) return describeText({}, words);
  // Of the kinds of a part that is all which they share.
  if (oneOf) {
    const fields = oneOf.flatMap((kind) => Object.entries(describeFields(deref(kind), place, parts)));
    return { kind: 'group', fields: Object.fromEntries(fields) };
  }
  return { kind: 'other' };
}

function describeText({ maxLength, ...schema }: MetaSchema & { maxLength?: number }, { look }: SettingWords): Omit<SettingNode, 'label'> {
  const isLong = look === undefined && (maxLength ?? 0) > longText;
  return { kind: 'text', ...(isLong ? { look: 'long' as const } : look && { look }), ...bounds({ ...schema, maximum: maxLength }) };
}

const bounds = ({ minimum, maximum }: { minimum?: number; maximum?: number }): Pick<SettingNode, 'minimum' | 'maximum'> => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
});

function describeList(items: MetaSchema, place: string, words: SettingWords, parts: Described['parts']): Omit<SettingNode, 'label'> {
  const target = deref(items);
  if (target.enum) return { kind: 'choices', options: listOptions(target.enum, words) };
  if (target.type === 'string') return { kind: 'texts' };
  if (!target.properties) return { kind: 'other' };
  const label = words.entry ?? findWords(place)?.entry ?? '';
  return { kind: 'rows', entry: { kind: 'group', label, fields: describeFields(target, place, parts) } };
}

function describeMap(entries: MetaSchema, place: string, words: SettingWords, parts: Described['parts']): Omit<SettingNode, 'label'> {
  const own = findWords(place);
  const [label, heading, names] = [words.entry ?? own?.entry ?? '', words.heading ?? own?.heading, words.names ?? own?.names];
  const entry = describeEntry(entries, place, label, parts);
  const nested = Object.entries(entries.$ref ? (deref(entries).properties ?? {}) : {}).find(([, value]) => leadsTo(value, entries))?.[0];
  const list = (named: Readonly<Record<string, string>>): SettingOption[] =>
    Object.entries(named).map(([value, words]) => ({ value, label: words }));
  return {
    kind: 'map',
    entry,
    ...(heading && { heading }),
    ...(names && { names }),
    ...(nested && { nested }),
    ...(own?.options && { options: list(own.options) }),
    ...(own?.kindBy && { kindBy: own.kindBy }),
    ...(own?.kinds && { kinds: list(own.kinds) }),
  };
}

function describeEntry(schema: MetaSchema, place: string, label: string, parts: Described['parts']): SettingNode {
  const name = schema.$ref?.startsWith('#/$defs/') ? schema.$ref.slice('#/$defs/'.length) : undefined;
  const target = deref(schema);
  if (name !== undefined && target.properties) {
    describePart(name, target, parts);
    return { kind: 'part', part: name, label };
  }
  const words = findWords(`${place}/*`) ?? findWords(name ?? '') ?? { label };
  return {
    ...describeContent(target, name ?? `${place}/*`, words, parts),
    label: name === undefined ? (findWords(`${place}/*`)?.label ?? label) : label,
  };
}

/** Whether a value is a map of the same entries. */
const leadsTo = (value: MetaSchema, { $ref }: MetaSchema): boolean => {
  const { additionalProperties } = deref(value);
  return typeof additionalProperties === 'object' && additionalProperties.$ref === $ref;
};

const listOptions = (values: readonly unknown[], { options = {} }: SettingWords): NonNullable<SettingNode['options']> =>
  values.map((value) => ({ value: String(value), label: getOwn(options, String(value)) ?? String(value) }));
