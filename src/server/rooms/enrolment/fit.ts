import type { CompiledModule } from '../../../model/compiled';
import type { EnrolmentFields } from '../../../model/definitions.g';
import { resolve } from '../../../model/pointer';
import { computeAge, type Person } from '../../members/person';

/** Whether a person may join an activity: yes, or only men may, only women may, or the person is too young or too old. */
export type Fit = 'ok' | 'male' | 'female' | 'age';

/** An item, and the module whose fields say who may come. */
interface Activity {
  doc: Readonly<Record<string, unknown>>;
  module: Pick<CompiledModule, 'definition'>;
}

const onlySex: Readonly<Record<number, Person['sex']>> = { 1: 'male', 2: 'female' };

/**
 * Holds a person against the limits of an activity (ledger ENR-16 to ENR-18). Limits count unless a field says that they
 * are off. Limits of age for one sex go before those for all; a limit that is absent or not above 0 is none.
 * @param now milliseconds since 1970; the age is that of today
 */
export function checkFitness({ sex, birth }: Pick<Person, 'sex' | 'birth'>, { doc, module }: Activity, now: number): Fit {
  const fields: Partial<EnrolmentFields> = module.definition.enrolment ?? {};
  const only = isOn(fields.sexOn, doc) ? onlySex[readNumber(fields.sex, doc) ?? 0] : undefined;
  if (only !== undefined && only !== sex) return only;
  if (!isOn(fields.ageOn, doc)) return 'ok';
  const age = computeAge(birth, now);
  const least = readLimit(fields[`${sex}MinAge`], doc) ?? readLimit(fields.minAge, doc);
  const most = readLimit(fields[`${sex}MaxAge`], doc) ?? readLimit(fields.maxAge, doc);
  return (least !== undefined && age < least) || (most !== undefined && age > most) ? 'age' : 'ok';
}

const isOn = (pointer: string | undefined, doc: Activity['doc']): boolean => (readNumber(pointer, doc) ?? 1) === 1;

function readLimit(pointer: string | undefined, doc: Activity['doc']): number | undefined {
  const limit = readNumber(pointer, doc);
  return limit !== undefined && limit > 0 ? limit : undefined;
}

/** Returns a number, also one that an import left as text. */
function readNumber(pointer: string | undefined, doc: Activity['doc']): number | undefined {
  const value = pointer === undefined ? undefined : resolve(pointer, doc);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
