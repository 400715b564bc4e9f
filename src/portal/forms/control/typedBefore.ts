import type { FieldKind, Form } from '../../../model/definitions.g';
import { isFixed } from '../../../runtime/calculated';
import { normalizeInput, toNumber } from '../../../runtime/normalizeInput';

import type { Values } from './useValues';

/** The kinds that are one line or box of text. */
const typedKinds: readonly FieldKind[] = [
  ...(['text', 'textarea', 'phone', 'idNumber', 'password', 'email', 'number', 'integer', 'date', 'dateTime', 'month', 'time'] as const),
];

/**
 * Returns what a visitor typed or ticked before the scripts were there, or the browser filled in: the fields of the document as the server wrote it
 * have it, and it would be gone as soon as they are drawn anew.
 * @param idOf gives the id of a field's element
 */
export function readTypedBefore({ fields }: Form, starts: Values, idOf: (name: string) => string): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      const element = document.getElementById(idOf(name));
      if (isFixed(field) || field.masked) return [];
      if (field.field === 'checkbox' && element instanceof HTMLInputElement)
        return element.checked === (starts[name] === true) ? [] : [[name, element.checked]];
      if (!typedKinds.includes(field.field)) return [];
      if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)) return [];
      const text = element.value;
      if (text === '' || text === String(starts[name] ?? '')) return [];
      const tidied = normalizeInput(field.field, text);
      return [[name, field.field === 'number' || field.field === 'integer' ? toNumber(tidied) : tidied]];
    }),
  );
}
