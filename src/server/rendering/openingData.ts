import type { OpeningHours, OpeningTimes } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';

/** Returns when an institution is open as schema.org has it: its ordinary week, then special days, which take the place of it. */
export function describeOpening({ weekly, special = {} }: OpeningTimes): JsonObject[] {
  const ofWeek = Object.values(weekly).flatMap(({ days, hours }) =>
    hours.map((one) => ({ ...describeHours(one), dayOfWeek: days.map((day) => day.charAt(0).toUpperCase() + day.slice(1)) })),
  );
  const ofDays = Object.values(special).flatMap(({ title, from, to = from, hours }) =>
    (hours?.map(describeHours) ?? [closed]).map((one) => ({ ...one, name: title, validFrom: from, validThrough: to })),
  );
  return [...ofWeek, ...ofDays];
}

const type = { '@type': 'OpeningHoursSpecification' };
/** What opens and closes at once is closed all day. */
const closed: JsonObject = { ...type, opens: '00:00', closes: '00:00' };

/** A day ends at 23:59 where it is not the hour of the next day. */
const describeHours = ({ opens, closes }: OpeningHours): JsonObject => ({ ...type, opens, closes: closes === '24:00' ? '23:59' : closes });
