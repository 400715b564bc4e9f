import type { AdminField, Item, Module, Property } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import type { Surroundings } from '../language/names';
import * as messages from '../problems/messages';

/** The types of values that each widget can fill in. */
const widgetTypes: Readonly<Record<NonNullable<AdminField['widget']>, readonly Property['type'][]>> = {
  text: ['string'],
  textarea: ['string'],
  image: ['string'],
  video: ['string'],
  file: ['string'],
  select: ['string', 'integer', 'number'],
  radio: ['string', 'integer', 'number'],
  rating: ['integer'],
  number: ['integer', 'number'],
};
/** Orders that every list at the desk has. */
const sorts: readonly string[] = ['updated', 'time', 'title'];

/** Checks that what is said of the desk of a module is about fields that its items have, and fits them. */
export function checkAdmin({ admin, item, codelists = {} }: Module, around: Surroundings, report: messages.Report): void {
  if (!admin) return;
  const properties: Item['properties'] = item?.properties ?? {};
  const known = Object.keys(properties);
  const checkNames = (at: readonly string[], entries: object | undefined): void => {
    for (const name of Object.keys(entries ?? {}))
      if (!known.includes(name)) report(['admin', ...at, name], messages.unknownField(name, 'the item', known), 'key');
  };
  checkNames(['fields'], admin.fields);
  checkNames(['columns'], admin.columns);
  checkNames(['filters'], admin.filters);
  const placed = new Map<string, string>();
  for (const [group, { fields }] of Object.entries(admin.groups ?? {})) {
    checkNames(['groups', group, 'fields'], fields);
    for (const name of Object.keys(fields)) {
      const before = placed.get(name);
      if (before === undefined) placed.set(name, group);
      else
        report(
          ['admin', 'groups', group, 'fields', name],
          messages.needsContext(`"${name}"`, `one place; it stands in "${before}"`),
          'key',
        );
    }
  }
  for (const [name, { widget, module, codelist }] of Object.entries(admin.fields ?? {})) {
    const at = ['admin', 'fields', name];
    const property = getOwn(properties, name);
    if (!property) continue;
    if (widget !== undefined && !widgetTypes[widget].includes(property.type))
      report([...at, 'widget'], messages.needsContext(`"widget": "${widget}"`, `a field of type ${widgetTypes[widget].join(' or ')}`));
    if (widget === 'rating' && (property.maximum ?? 0) > messages.mostStars)
      report([...at, 'widget'], messages.manyStars(property.maximum ?? 0));
    if (codelist !== undefined && getOwn(codelists, codelist) === undefined)
      report([...at, 'codelist'], messages.unknownName('code list', codelist, Object.keys(codelists)));
    const modules = around.moduleNames();
    if (module !== undefined && !modules.includes(module)) report([...at, 'module'], messages.unknownName('module', module, modules));
    const entry = property.type === 'array' ? property.items?.type : property.type;
    if (module !== undefined && entry !== 'string')
      report([...at, 'module'], messages.needsContext('"module"', 'a field with the id of an item, or a list of them'), 'key');
  }
  const sort = admin.sort?.replace('-', '');
  if (sort === undefined || sorts.includes(sort)) return;
  const type = getOwn(properties, sort)?.type;
  if (type === undefined || type === 'array' || type === 'object')
    report(
      ['admin', 'sort'],
      messages.unknownName('order', sort, [...new Set([...sorts, ...known.filter((name) => isOrdered(properties[name]))])]),
    );
}

const isOrdered = (property: Property | undefined): boolean => property?.type !== 'array' && property?.type !== 'object';
