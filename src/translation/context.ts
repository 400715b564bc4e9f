import type { Fields } from '../runtime/formSchema';
import type { JsonObject } from '../model/json';
import type { FormField } from '../model/definitions.g';
import type { PendingRule } from './conditions';
import type { Dependency } from './objects';
import type { ValueOptions } from './options';
import type { Found } from './scopes';
import { reasons, ways, type Notes } from './translation';

/** What all parts of one translation share. */
export interface Context {
  /** The whole schema, which references lead into. */
  root: JsonObject;
  notes: Notes;
  /** Conditions name fields that may come later: they are written when all are known. */
  rules: PendingRule[];
  dependencies: Dependency[];
  builders: Builders;
}

/** What parts of a form that lie within each other need of each other: rows hold values, and values can be rows. */
interface Builders {
  /** Puts the field, or the fields, of one value into a spot; returns what a rule about the value is put on. */
  addValue: (found: Found, target: Target, options: ValueOptions, context: Context) => FormField | undefined;
  /** Puts fields for all properties of an object into a spot. */
  addProperties: (schema: JsonObject, of: Pick<Found, 'at' | 'trail'>, target: Target, context: Context, ui?: JsonObject) => void;
  /** Puts the fields of an element of a layout into a spot. */
  addElement: (element: JsonObject, place: Place, context: Context) => void;
}

/** An object that is asked for: the form, or one row. Scopes of a layout start at it. */
export interface Whole {
  schema: JsonObject;
  /** Where it is in the schema. */
  at: string;
  trail: readonly string[];
  /** By the names of properties down to a value, joined as a JSON Pointer, the reference to the field that holds it. */
  held: Map<string, string>;
  /** The fields themselves, by the same. */
  fields: Map<string, FormField>;
}

/** Where fields are put. */
export interface Spot {
  fields: Fields;
  /** What references to its fields start with. */
  pointer: string;
  /** The names of the properties down to the object around them; of fields that are sent beside others those of the object they are sent in. */
  base: readonly string[];
  step?: string;
}

/** Where the value of a field goes. */
export interface Target {
  whole: Whole;
  spot: Spot;
  /** The names of properties from the whole down to the value. */
  names: readonly string[];
}

/** An element of a layout, where it is, and what it is about. */
export interface Place {
  whole: Whole;
  spot: Spot;
  /** JSON Pointer into the layout. */
  pointer: string;
  /** Whether the elements around it stand side by side. */
  beside?: boolean;
}

/** Notes what is not kept. @returns undefined, which stands for what was to be made of it */
export function lose(context: Context, path: string, keyword: string, reason: keyof typeof reasons): undefined {
  context.notes.losses.push({ path, keyword, reason: reasons[reason] });
  return undefined;
}

/** Notes what ours does in its own way. */
export const differ = (context: Context, path: string, keyword: string, way: keyof typeof ways): void => {
  context.notes.differences.push({ path, keyword, reason: ways[way] });
};
