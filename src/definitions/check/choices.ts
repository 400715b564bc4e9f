import type { Condition, FormField } from '../../model/definitions.g';
import { getOwn, isObject } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import type { Fields } from '../../runtime/formSchema';
import * as messages from '../problems/messages';

/** A field whose choices hang on others, by the paths of fields without the numbers of rows: `address.city`. */
interface Hanging {
  name: string;
  at: readonly string[];
  on: string[];
}

/** What the server knows less of than the page, so that it would refuse what the page offers. */
const unsent = ({ field, local, masked, pick }: FormField): boolean =>
  local === true || masked === true || pick !== undefined || field === 'hidden';

/** Checks what choices hang on: on what is filled in and sent, and never in a circle. @param fields those of the whole form */
export function checkChoices(path: readonly string[], fields: Fields, report: messages.Report): void {
  const hanging = listHanging(path, fields, '', '', fields, report);
  for (const one of hanging) {
    const circle = findCircle(one.name, hanging);
    if (circle?.[0] === one.name && [...circle].sort()[0] === one.name) report(one.at, messages.choiceCycle(circle), 'key');
  }
}

/** @param within the path of the row that the fields are in, empty outside of rows @param at the path of the fields */
function listHanging(path: readonly string[], fields: Fields, within: string, at: string, all: Fields, report: messages.Report): Hanging[] {
  return Object.entries(fields).flatMap(([name, field]): Hanging[] => {
    const own = at === '' ? name : `${at}.${name}`;
    const place = [...path, name];
    const on = Object.entries(field.options ?? {}).flatMap(([option, { when }]) =>
      listReferences(when).flatMap((reference) => {
        const found = findParent(reference, within, all);
        // What is called so nowhere is told with all other references.
        if (found ? unsent(found.field) : !/^\/(form|row)\//.test(reference))
          report(
            [...place, 'options', option, 'when'],
            messages.needsContext(
              '"when" of an option',
              'references to what is filled in and sent, such as /form/province or /row/province',
            ),
          );
        return found ? [found.name] : [];
      }),
    );
    if (field.parent !== undefined) on.push(at === '' ? field.parent : `${at}.${field.parent}`);
    const inner = field.fields
      ? listHanging([...place, 'fields'], field.fields, field.field === 'rows' ? own : within, own, all, report)
      : [];
    return [...(on.length > 0 ? [{ name: own, at: place, on }] : []), ...inner];
  });
}

/** Returns the references of a condition, those that it compares with among them. */
function listReferences(condition: Condition | undefined): string[] {
  const find = (test: unknown): string[] => {
    if (Array.isArray(test)) return test.flatMap(find);
    return isObject(test)
      ? Object.entries(test).flatMap(([key, part]) => (key === '$data' && typeof part === 'string' ? [part] : find(part)))
      : [];
  };
  return Object.entries(condition ?? {}).flatMap(([reference, test]) => [reference, ...find(test)]);
}

/** Returns the field that a reference leads to; undefined when it leads elsewhere. */
function findParent(reference: string, within: string, all: Fields): { name: string; field: FormField } | undefined {
  const [root, ...rest] = parsePointer(reference);
  const tokens = root === 'form' ? rest : root === 'row' && within !== '' ? [...within.split('.'), ...rest] : [];
  let field: FormField | undefined;
  for (const [index, token] of tokens.entries()) field = getOwn(index === 0 ? all : field?.fields, token);
  return field && { name: tokens.join('.'), field };
}

/** Returns the names on the way from a field back to itself. */
function findCircle(name: string, hanging: readonly Hanging[], way: readonly string[] = []): string[] | undefined {
  if (way[0] === name) return [...way];
  if (way.includes(name)) return undefined;
  const next = hanging.find((one) => one.name === name);
  for (const on of next?.on ?? []) {
    const circle = findCircle(on, hanging, [...way, name]);
    if (circle) return circle;
  }
  return undefined;
}
