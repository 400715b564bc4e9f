import type { FieldKind, FormField, Scalar } from '../../../model/definitions.g';
import { asObject, isObject, isPresent } from '../../../model/json';
import { isFixed } from '../../../runtime/calculated';
import { normalizeInput, toNumber } from '../../../runtime/normalizeInput';
import type { Values } from './useValues';

/** The kinds that are one line or box of text. */
const typedKinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  ...(['text', 'textarea', 'phone', 'idNumber', 'password', 'email', 'number', 'integer', 'date', 'dateTime', 'month', 'time'] as const),
  'smsCode',
]);

/** How the elements of a form are found, and what its fields offer. */
export interface TypedPlace {
  /** Gives the id of a field's element; of one in a group by its path. */
  idOf: (path: string) => string;
  choicesOf: (field: FormField) => readonly { value: Scalar }[];
}

/**
 * Returns what a visitor typed, ticked or chose before the scripts were there, or the browser filled in: the fields of the document as the server
 * wrote it have it, and it would be gone as soon as they are drawn anew. Of a group it has the fields that changed.
 */
export function readTypedBefore(fields: Readonly<Record<string, FormField>>, starts: Values, { idOf, choicesOf }: TypedPlace): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
      if (isFixed(field) || field.masked) return [];
      if (field.field === 'group') {
        const place = { idOf: (path: string) => idOf(`${name}.${path}`), choicesOf };
        const within = readTypedBefore(field.fields ?? {}, asObject(starts[name]), place);
        return Object.keys(within).length > 0 ? [[name, within]] : [];
      }
      const found = readElement(field, idOf(name), () => choicesOf(field));
      const start = isPresent(starts[name]) ? starts[name] : field.field === 'checkbox' || field.field === 'agreement' ? false : '';
      return found === undefined || String(found) === String(start) ? [] : [[name, found]];
    }),
  );
}

/** Returns what the elements of a field hold; undefined where that cannot be told, or is nothing. */
function readElement(field: FormField, id: string, listChoices: () => readonly { value: Scalar }[]): unknown {
  const element = document.getElementById(id);
  const findChosen = (): string[] =>
    [...document.getElementsByName(id)].flatMap((input) => (input instanceof HTMLInputElement && input.checked ? [input.value] : []));
  switch (field.field) {
    case 'checkbox':
      return element instanceof HTMLInputElement ? element.checked : undefined;
    case 'agreement':
      // What has to be read first is ticked when it was.
      return element instanceof HTMLInputElement && !field.notice ? element.checked : undefined;
    case 'radio':
      return listChoices().find(({ value }) => findChosen().includes(String(value)))?.value;
    case 'rating':
      return toNumber(findChosen()[0] ?? '') || undefined;
    case 'checkboxes':
      return findChosen().join(',');
    case 'select':
      return element instanceof HTMLSelectElement && element.value !== '' ? listChoices()[Number(element.value)]?.value : undefined;
    case 'types':
      return (
        listTypeBoxes(id)
          .flatMap(({ value }) => value || [])
          .join(',') || undefined
      );
    case 'slider':
      return element instanceof HTMLInputElement && element.value !== element.defaultValue ? element.valueAsNumber : undefined;
    default:
      return typedKinds.has(field.field) ? readText(field, element) : undefined;
  }
}

/** Returns the lists in which the types of each group are chosen, of which those behind the first are numbered. */
function listTypeBoxes(id: string, number = 0): HTMLSelectElement[] {
  const box = document.getElementById(number === 0 ? id : `${id}-${number}`);
  return box instanceof HTMLSelectElement ? [box, ...listTypeBoxes(id, number + 1)] : [];
}

function readText({ field }: FormField, element: HTMLElement | null): unknown {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) || element.value === '') return undefined;
  const tidied = normalizeInput(field, element.value);
  return field === 'number' || field === 'integer' ? toNumber(tidied) : tidied;
}

/** Returns what a form holds with what was read of it: of a group the fields that were not changed stay. */
export const addTypedBefore = (values: Values, before: Values, starts: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(before).map(([name, value]) => [
      name,
      isObject(value) ? { ...asObject(values[name] ?? starts[name]), ...value } : value,
    ]),
  ),
});
