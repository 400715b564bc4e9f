import { resolve } from '../../../model/pointer';
import { ageAt, type Person } from '../../members/person';

/** Whether a person may join an activity: yes, or only men may, only women may, or the person is too young or too old. */
export type Fit = 'ok' | 'male' | 'female' | 'age';

type Activity = Readonly<Record<string, unknown>>;

const onlySex: Readonly<Record<number, Person['sex']>> = { 1: 'male', 2: 'female' };

/**
 * Holds a person against the limits of an activity (ledger ENR-16 to ENR-18). Limits count unless the activity's sexSet or ageSet says
 * that they are off. Limits of age for one sex go before those for all; a limit that is absent or not above 0 is none.
 * @param now milliseconds since 1970; the age is that of today
 */
export function checkFitness({ sex, birth }: Pick<Person, 'sex' | 'birth'>, activity: Activity, now: number): Fit {
  const only = isOn('/sexSet/code', activity) ? onlySex[numberAt('/sex/code', activity) ?? 0] : undefined;
  if (only !== undefined && only !== sex) return only;
  if (!isOn('/ageSet/code', activity)) return 'ok';
  const age = ageAt(birth, now);
  const least = limitAt(`/${sex}MinAge`, activity) ?? limitAt('/minAge', activity);
  const most = limitAt(`/${sex}MaxAge`, activity) ?? limitAt('/maxAge', activity);
  return (least !== undefined && age < least) || (most !== undefined && age > most) ? 'age' : 'ok';
}

const isOn = (pointer: string, activity: Activity): boolean => (numberAt(pointer, activity) ?? 1) === 1;

function limitAt(pointer: string, activity: Activity): number | undefined {
  const limit = numberAt(pointer, activity);
  return limit !== undefined && limit > 0 ? limit : undefined;
}

/** A number, also one that an import left as text. */
function numberAt(pointer: string, activity: Activity): number | undefined {
  const value = resolve(pointer, activity);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
