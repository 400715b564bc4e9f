import type { CompiledPortal } from '../../model/compiled';
import type { FormField, Item, Property } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import type { TextKey } from '../../model/textKeys.g';
import { formatPattern } from '../../runtime/text';
import { RequestError } from '../api/errors';
import type { Fault } from '../importing/fault';
import { findFieldPath } from './formValues';

/**
 * Refuses values that an item cannot have, each at its field of the form.
 * @param faults what `checkItem` found
 * @throws RequestError 400 when there are any
 */
export function refuseFaults(
  faults: readonly Fault[],
  { properties }: Item,
  fields: Readonly<Record<string, FormField>>,
  portal: Pick<CompiledPortal, 'texts' | 'patterns'>,
): void {
  if (faults.length === 0) return;
  const named = new Set<string>();
  const errors = Object.fromEntries(
    faults.map((fault) => {
      const path = parsePointer(fault.place ?? '');
      const { property, label } = findProperty(path, properties);
      named.add(label);
      const pattern = portal.texts[chooseText(property, fault.message)] ?? '';
      const [top = '', ...deeper] = path;
      const place = [findFieldPath(fields, top) ?? top, ...deeper].join('.');
      return [place, formatPattern(pattern, { field: label, max: property?.maxLength ?? 0 }, portal.patterns)];
    }),
  );
  throw new RequestError('deskValueWrong', { fields: [...named].join(portal.texts['listSeparator']) }, { errors });
}

function findProperty(path: readonly string[], properties: Item['properties']): { property: Property | undefined; label: string } {
  let property: Property | undefined;
  let label = '';
  let within: Item['properties'] | undefined = properties;
  for (const token of path) {
    const list: Property | undefined = property?.type === 'array' ? property : undefined;
    const next: Property | undefined = list ? list.items : getOwn(within, token);
    label = next?.title ?? (list ? label : token);
    property = next;
    within = next?.properties;
  }
  return { property, label };
}

/** What is told of a value by what its field can hold. */
function chooseText(property: Property | undefined, fault: string): TextKey {
  if (fault.includes(' expects at most ') && property?.type === 'string') return 'deskExpectLength';
  if (fault.includes(' expects one of ')) return 'deskExpectChoice';
  switch (property?.type) {
    case 'integer':
    case 'number':
      return / expects at (?:least|most) /.test(fault) ? 'deskExpectRange' : 'deskExpectNumber';
    case 'string':
      return chooseOfText(property);
    default:
      return 'deskExpectOther';
  }
}

function chooseOfText({ format }: Property): TextKey {
  switch (format) {
    case 'date':
      return 'deskExpectDate';
    case 'date-time':
      return 'deskExpectTime';
    case 'coordinate':
      return 'deskCoordinateWrong';
    case 'uri-reference':
      return 'deskExpectAddress';
    case 'email':
      return 'deskExpectEmail';
    default:
      return 'deskExpectOther';
  }
}
