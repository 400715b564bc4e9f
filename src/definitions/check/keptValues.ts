import type { FormField, Item } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { isFixed } from '../../runtime/calculated';
import type { Fields } from '../../runtime/formSchema';
import { getSentName, listSentFields } from '../../runtime/sentShape';
import * as messages from '../problems/messages';

/** What is typed as a text. */
const typed: readonly FormField['field'][] = ['text', 'textarea', 'email', 'phone', 'date', 'dateTime', 'month', 'time', 'richText'];
/** What is empty until something is filled in. */
const emptied: readonly FormField['field'][] = [...typed, 'number', 'integer', 'select', 'radio'];
const plainTypes: readonly (string | undefined)[] = ['integer', 'number', 'boolean'];

/** What a form makes, and of which module. */
interface Made {
  fields: Fields;
  item: Item;
  module: string;
  /** What the server fills in, by name. */
  set: readonly string[];
  /** A draft may lack what it must have once it is handed in. */
  isDrafted: boolean;
}

/**
 * Checks that what is filled in stays in the item that is made of it: that no text is handed in for a number, which would be dropped, and that
 * what the item must have is not left empty.
 * @param path that of the fields
 */
export function checkKept(path: readonly string[], { fields, item, module, set, isDrafted }: Made, report: messages.Report): void {
  const sent = listSentFields(fields).filter(([, field]) => field.local !== true);
  const names = sent.map(([name, field]) => getSentName(name, field));
  for (const [name, field] of sent) {
    const as = getSentName(name, field);
    // Of several fields under one name, or of one within an object, another may give it.
    if (getOwn(fields, name) !== field || field.sendAs?.startsWith('/') || names.filter((other) => other === as).length > 1) continue;
    const { type } = getOwn(item.properties, as) ?? {};
    if (type !== undefined && plainTypes.includes(type) && typed.includes(field.field))
      report([...path, name, 'field'], messages.neverKept(as, module, type));
    const mayBeEmpty = emptied.includes(field.field) && !isFixed(field) && field.default === undefined && field.required === undefined;
    if (!isDrafted && mayBeEmpty && item.required?.includes(as) && !set.includes(as))
      report([...path, name], messages.leftEmpty(as, module), 'key');
  }
}
