import type { FormField, FormStep } from '../model/definitions.g';
import { asObject, asObjects, asString, isObject, type Json, type JsonObject } from '../model/json';
import { formatPointer } from '../model/pointer';
import { isAlternative } from './branches';
import { addRule } from './conditions';
import { differ, lose, type Context, type Place, type Whole } from './context';
import { addProperties, addValue } from './fields';
import { chooseName, toName, writeLabel, writeText } from './names';
import { readControlOptions } from './options';
import { findProperty, readScope } from './scopes';

/** Puts the fields of an element of a layout of JSON Forms into a spot. */
export function addElement(element: JsonObject, place: Place, context: Context): void {
  if (typeof element['i18n'] === 'string') differ(context, place.pointer, 'i18n', 'texts');
  if (element['type'] === 'ListWithDetail') differ(context, place.pointer, 'ListWithDetail', 'list');
  if (element['elements']) readControlOptions(asObject(element['options']), `${place.pointer}/options`, context);
  switch (element['type']) {
    case 'Control':
    case 'ListWithDetail':
      return addControl(element, place, context);
    case 'Label':
      return addHeading(element, place, context);
    case 'VerticalLayout':
      return place.beside || element['rule'] ? addGroup(element, place, context) : addElements(element, place, context);
    case 'HorizontalLayout':
    case 'Group':
      return addGroup(element, place, context);
    case 'Categorization':
    case 'Category':
      lose(context, place.pointer, asString(element['type']), 'steps');
      return addGroup(element, place, context);
    default:
      return lose(context, place.pointer, asString(element['type']), 'element');
  }
}

const addElements = (element: JsonObject, place: Place, context: Context): void =>
  asObjects(element['elements']).forEach((child, index) =>
    addElement(child, { ...place, pointer: `${place.pointer}/elements/${index}` }, context),
  );

/** Returns the steps of a layout whose whole is a categorization; undefined of any other. */
export function addSteps(element: JsonObject, place: Place, context: Context): Record<string, FormStep> | undefined {
  if (element['type'] !== 'Categorization') return undefined;
  const options = asObject(element['options']);
  if (options['variant'] !== 'stepper') differ(context, place.pointer, 'Categorization', 'tabs');
  readControlOptions(options, `${place.pointer}/options`, context);
  const steps: Record<string, FormStep> = {};
  asObjects(element['elements']).forEach((category, index) => {
    const pointer = `${place.pointer}/elements/${index}`;
    const label = asString(category['label']) || writeLabel(asString(category['i18n'])) || String(index + 1);
    if (typeof category['i18n'] === 'string') differ(context, pointer, 'i18n', 'texts');
    const name = chooseName(toName(label), (taken) => taken in steps);
    const step: FormStep = { label: writeText(label), next: '/texts/nextStep' };
    steps[name] = step;
    if (category['type'] === 'Categorization') lose(context, pointer, 'Categorization', 'steps');
    addElements(category, { ...place, spot: { ...place.spot, step: name }, pointer }, context);
    if (isObject(category['rule'])) addRule(context, category['rule'], { target: step, whole: place.whole, pointer });
  });
  return steps;
}

/** How many fields can stand side by side. */
const columnCounts = [2, 3, 4] as const;

/** A group that is there for the eye: what it holds is sent as if there were none. */
function addGroup(element: JsonObject, place: Place, context: Context): void {
  const { whole, spot, pointer } = place;
  const elements = asObjects(element['elements']);
  const label = asString(element['label']);
  const sideways = element['type'] === 'HorizontalLayout' && elements.length > 1;
  if (!sideways && label === '' && element['type'] === 'HorizontalLayout' && !element['rule']) return addElements(element, place, context);
  const name = chooseName(label === '' ? (sideways ? 'line' : 'part') : toName(label), (taken) => taken in spot.fields);
  const fields = {};
  const field: FormField = { field: 'group', flat: true, fields };
  if (label !== '') field.label = writeText(label);
  if (sideways) field.columns = columnCounts.find((count) => count === elements.length) ?? 4;
  if (spot.step !== undefined) field.step = spot.step;
  spot.fields[name] = field;
  const { step: _step, ...inner } = { ...spot, fields, pointer: `${spot.pointer}/${name}` };
  addElements(element, { ...place, spot: inner, beside: sideways }, context);
  if (Object.keys(fields).length === 0) delete spot.fields[name];
  if (isObject(element['rule'])) addRule(context, element['rule'], { target: field, whole, pointer });
}

function addHeading(element: JsonObject, { whole, spot, pointer }: Place, context: Context): void {
  const text = asString(element['text']) || asString(element['i18n']);
  if (text === '') return;
  const name = chooseName('heading', (taken) => taken in spot.fields);
  const field: FormField = { field: 'heading', label: writeText(text) };
  if (spot.step !== undefined) field.step = spot.step;
  spot.fields[name] = field;
  if (isObject(element['rule'])) addRule(context, element['rule'], { target: field, whole, pointer });
}

function addControl(element: JsonObject, place: Place, context: Context): void {
  const { whole, spot, pointer } = place;
  const names = readScope(asString(element['scope']));
  const found = names && findProperty(whole, names, context);
  if (!names || !found) return lose(context, pointer, 'scope', 'nowhere');
  if (isHeld(whole, names)) return lose(context, pointer, 'scope', 'repeated');
  const isMany = isAlternative(found.schema) || (names.length === 0 && found.schema['properties'] !== undefined);
  // A rule about what has several fields is about all of them.
  if (isMany && element['rule']) {
    const { rule, ...control } = element;
    return addGroup({ type: 'VerticalLayout', elements: [control], rule: rule ?? {} }, place, context);
  }
  if (names.length === 0 && found.schema['properties'] !== undefined)
    return addProperties(found.schema, found, { whole, spot, names }, context);
  const options = readControlOptions(asObject(element['options']), `${pointer}/options`, context);
  const label = readLabel(element['label']);
  const field = addValue(found, { whole, spot, names }, { ...options, ...(label === undefined ? {} : { label }) }, context);
  if (field && isObject(element['rule'])) addRule(context, element['rule'], { target: field, whole, pointer });
}

/** Returns whether a value, or a part of it, is asked for already. */
const isHeld = ({ held }: Whole, names: readonly string[]): boolean => {
  const at = formatPointer(names);
  return [...held.keys()].some((other) => other === at || other.startsWith(`${at}/`));
};

/** The label of a control, empty when it is to have none; undefined when it says nothing of it. */
function readLabel(label: Json | undefined): string | undefined {
  if (label === false) return '';
  if (typeof label === 'string') return label;
  const { text, show } = asObject(label);
  if (show === false) return '';
  return typeof text === 'string' ? text : undefined;
}
