import type { Form } from '../model/definitions.g';
import type { Json, JsonObject } from '../model/json';

/** A form as JSON Forms or rjsf describe it. Without a schema it is the data that say what is asked for. */
export interface FormSource {
  schema?: JsonObject;
  /** How JSON Forms lays it out. */
  uischema?: JsonObject;
  /** How rjsf shows its properties. */
  uiSchema?: JsonObject;
  data?: Json;
  /** The names of what is code, such as templates and checks of rjsf. */
  code?: string[];
}

/** Something of the source that our form does not say. */
export interface Loss {
  /** JSON Pointer to what is concerned, into the schema or into the layout. */
  path: string;
  /** The key of the source that is not kept. */
  keyword: string;
  reason: string;
}

/** Our form, and what it does not have of its source. */
export interface Translation {
  form: Form;
  /** What changes what can be entered, what holds of it or in which order it is asked for. Empty: nothing was lost. */
  losses: Loss[];
  /** What ours does in its own way, though the same is asked for and the same holds. */
  differences: Loss[];
}

/** Where a translation notes what it does not keep. */
export interface Notes {
  losses: Loss[];
  differences: Loss[];
}

/** What cannot be said in our language, and why not. */
export const reasons = {
  anything: 'a value of any type has no field',
  nowhere: 'the scope leads to nothing in the schema',
  nothingToFillIn: 'there is nothing to fill in',
  repeated: 'a form asks for each value once',
  recursive: 'rows within rows have an end',
  tuple: 'all rows have the same fields',
  openNames: 'the names of fields are those of the definition',
  rule: 'there is no such rule',
  pattern: 'a pattern has no look-around and no back-references',
  condition: 'there is no such condition',
  conditionElsewhere: 'the condition is about a value that the form does not ask for',
  steps: 'steps are those of the whole form',
  element: 'there is no such part of a layout',
  option: 'there is no such option',
  file: 'files are uploaded and sent as addresses, not as data',
  code: 'code has no place in definitions',
} as const;

/** What ours does in its own way. */
export const ways = {
  checkboxes: 'choices that are ticked travel as one text, joined by commas',
  chosen: 'which alternative was chosen is sent along',
  list: 'rows lie one below the other, all of them open',
  longest: 'a list has at most 100 rows unless it says otherwise',
  moment: 'dates and times are written as HTML does: 2026-11-20T09:30, to the minute, on the clocks of the institution',
  null: 'null is the same as nothing',
  picked: 'what is asked for as a date or a time has to be one',
  root: 'what is sent is an object: what is none lies in it under "value"',
  tabs: 'tabs of a form become steps',
  tick: 'a box that is not ticked and one that was never touched are the same',
  untyped: 'a list that says nothing of its entries is one of what its default holds',
  texts: 'words for keys are found elsewhere: those that stand in the form are taken',
} as const;
