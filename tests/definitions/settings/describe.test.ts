import { describe, expect, it } from 'vitest';
import { parsePointer } from '../../../src/model/pointer';
import type { SettingNode } from '../../../src/model/settingsForm';
import { deref, type MetaSchema, metaSchemas, parts } from '../../../src/definitions/language/metaSchemas';
import { describeSettings, enterSchema } from '../../../src/definitions/settings/describe';
import { findWords, listGroups, listPlaces, mayChange } from '../../../src/definitions/settings/groups';

const groups = listGroups().flatMap(([, group]) => (group.kind ? [] : [group]));
const places = groups.flatMap(({ parts: listed }) => listed);
const forms = groups.map(({ file, parts: listed }) => describeSettings(listed, file));
const described: (typeof forms)[number] = {
  nodes: Object.fromEntries(forms.flatMap(({ nodes }) => Object.entries(nodes))),
  parts: Object.fromEntries(forms.flatMap((form) => Object.entries(form.parts))),
};

/** Follows a place of the words through the meta-schema. */
function follow(place: string): MetaSchema | undefined {
  const [first = '', ...rest] = place.startsWith('/') ? ['', ...parsePointer(place)] : place.split('/');
  return rest.reduce<MetaSchema | undefined>(
    (schema, token) => {
      const within = schema && deref(schema);
      return within && enterSchema(within.items ? deref(within.items) : within, token);
    },
    first !== '' ? parts[first as keyof typeof parts] : rest[0] === 'pages' ? metaSchemas.module : metaSchemas.tenant,
  );
}

describe('settings in the words of staff', () => {
  it('has words for places of the meta-schema alone', () => {
    expect(listPlaces().filter((place) => follow(place) === undefined)).toEqual([]);
  });

  it('has words for each choice', () => {
    const silent = listPlaces().filter((place) => {
      const schema = follow(place);
      const values = schema && (deref(schema).enum ?? (deref(schema).items && deref(deref(schema).items as MetaSchema).enum));
      return (
        values &&
        values.length < 40 &&
        place !== '/map/icons/*/icon' &&
        values.some((value) => findWords(place)?.options?.[String(value)] === undefined)
      );
    });
    expect(silent).toEqual([]);
  });

  it('describes every place that a group lists, and leaves nothing to JSON alone', () => {
    expect(Object.keys(described.nodes).sort()).toEqual([...places].sort());
    const kinds = (node: SettingNode): string[] => [
      node.kind,
      ...Object.values(node.fields ?? {}).flatMap(kinds),
      ...(node.entry ? kinds(node.entry) : []),
    ];
    expect([...Object.values(described.nodes), ...Object.values(described.parts)].flatMap(kinds)).not.toContain('other');
  });

  it('knows that columns hold columns', () => {
    expect(described.nodes['/menu']).toMatchObject({
      kind: 'map',
      heading: 'title',
      nested: 'children',
      entry: { kind: 'part', part: 'MenuNode' },
    });
    expect(described.parts['MenuNode']?.fields?.['children']).toMatchObject({ kind: 'map', entry: { kind: 'part', part: 'MenuNode' } });
    expect(described.nodes['/opening']).toMatchObject({ kind: 'part', part: 'OpeningTimes' });
    expect(described.parts['WeeklyHours']?.fields?.['hours']).toMatchObject({
      kind: 'rows',
      entry: { fields: { opens: { kind: 'text', look: 'time' } } },
    });
    expect(described.nodes['/types']).toMatchObject({
      names: 'columns',
      entry: { kind: 'map', heading: 'name', entry: { label: '一个类型' } },
    });
    expect(described.nodes['/types']?.entry).not.toHaveProperty('names');
    expect(described.nodes['/staff/roles']?.entry?.part).toBe('StaffRole');
    expect(described.parts['StaffRole']?.fields?.['may']).toMatchObject({
      kind: 'map',
      names: 'allModules',
      entry: { kind: 'choices', label: '权限' },
    });
  });

  it('describes the home page by what all kinds of sections share, and names those that say nothing of themselves', () => {
    expect(described.nodes['/pages/home/sections']).toMatchObject({
      kind: 'map',
      heading: 'label',
      names: 'known',
      entry: { kind: 'group', label: '一段', fields: { label: { kind: 'text', label: '标题' } } },
    });
    expect(described.nodes['/pages/home/sections']?.options).toContainEqual({ value: 'hero', label: '馆名与大图' });
    expect(described.nodes['/pages/home/loads']).toMatchObject({ names: 'fixed', kindBy: 'source', entry: { kind: 'part', part: 'Load' } });
    expect(described.parts['Load']).toMatchObject({ fields: { limit: { kind: 'number', label: '条数' } } });
  });

  it('leaves to who runs the portal what reaches beyond the institution', () => {
    for (const path of [
      ['hosts'],
      ['fid'],
      ['backend', 'headers'],
      ['backends', 'a'],
      ['map', 'amap', 'key'],
      ['presets'],
      ['contentHosts'],
      ['shell'],
    ])
      expect(mayChange('tenant.json', path), path.join('/')).toBe(false);
    expect(mayChange('tenant.json', ['site', 'title'])).toBe(true);
  });
});
