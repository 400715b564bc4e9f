import type { Form } from '../model/definitions.g';
import { asObject, isObject, type JsonObject } from '../model/json';
import { hasBranches } from './branches';
import { writeRules } from './conditions';
import { differ, lose, type Context, type Spot, type Whole } from './context';
import { addProperties, addValue } from './fields';
import { inferSchema } from './fromData';
import { addElement, addSteps } from './layouts';
import { readObjectRules, writeDependencies } from './objects';
import { readUi } from './rjsf';
import { openSchema } from './schemas';
import type { FormSource, Translation } from './translation';
import { writeText } from './names';

/**
 * Translates a form of JSON Forms or rjsf into ours. Kept are all values that are asked for, their order, steps and groups, words, defaults,
 * choices with their titles, rules, and conditions; what is not is told. Nothing is lost when there are no `losses`.
 * @param source the call that the form is sent with
 */
export function translateForm(given: FormSource, source = 'send'): Translation {
  const root = given.schema ?? inferSchema(given.data);
  const context: Context = {
    root,
    notes: { losses: [], differences: [] },
    rules: [],
    dependencies: [],
    builders: { addValue, addProperties, addElement },
  };
  const { schema, trail } = openSchema(root, root);
  const fields: Form['fields'] = {};
  const spot: Spot = { fields, pointer: '/form', base: [] };
  const whole: Whole = { schema, at: '', trail, held: new Map(), fields: new Map() };
  const form: Form = { fields, submit: { source, label: '/texts/submitForm' } };
  const isWhole = isObject(schema['properties']) || hasBranches(schema);
  if (!isWhole) differ(context, '', 'type', 'root');
  if (given.uischema) {
    if (isWhole) readObjectRules(schema, '', whole, [], context);
    if (hasBranches(schema)) lose(context, '', 'oneOf', 'element');
    const place = { whole, spot, pointer: '' };
    const steps = addSteps(given.uischema, place, context);
    if (steps) form.steps = steps;
    else addElement(given.uischema, place, context);
  } else addWhole(whole, spot, asObject(given.uiSchema), context);
  for (const name of given.code ?? []) lose(context, '', name, 'code');
  writeRules(context);
  writeDependencies(context);
  addIntro(form, schema);
  return { form, ...context.notes };
}

/** Without a layout everything is asked for, in the order of the schema. */
function addWhole(whole: Whole, spot: Spot, ui: JsonObject, context: Context): void {
  const { schema, at, trail } = whole;
  const target = { whole, spot, names: [] };
  const options = readUi(ui, at, context);
  if (isObject(schema['properties']) || hasBranches(schema)) addProperties(schema, { at, trail }, target, context, ui);
  else addValue({ schema, at, trail, recursive: false, nullable: false, required: false }, target, options, context);
}

function addIntro(form: Form, { title, description, properties }: JsonObject): void {
  if (!properties) return;
  if (typeof title === 'string') form.label = writeText(title);
  if (typeof description === 'string') form.intro = writeText(description);
}
