import type { OpeningHours, OpeningTimes, SpecialDays, TenantSettings } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import { measureHours } from '../../runtime/opening';
import { parseTime } from '../../runtime/time';
import type { Locate } from '../language/document';
import * as messages from '../problems/messages';

/**
 * Checks the opening hours of an institution: that each day has its hours in one place, that special days are days, and that hours end after they
 * begin, in their order.
 */
export function checkOpening({ opening }: TenantSettings, locate: Locate): Problem[] {
  if (opening === undefined) return [];
  const { problems, report } = messages.collectProblems(locate);
  checkWeekdays(opening, locate, report);
  checkSpecialDays(opening, locate, report);
  for (const [part, all] of Object.entries<Readonly<Record<string, Pick<SpecialDays, 'hours'>>>>({
    weekly: opening.weekly,
    special: opening.special ?? {},
  }))
    for (const [name, { hours = [] }] of Object.entries(all)) checkHours(hours, ['opening', part, name, 'hours'], report);
  return problems;
}

function checkWeekdays({ weekly }: OpeningTimes, locate: Locate, report: messages.Report): void {
  const known = new Map<string, readonly string[]>();
  for (const [name, { days }] of Object.entries(weekly))
    days.forEach((day, index) => {
      const path = ['opening', 'weekly', name, 'days', String(index)];
      const first = known.get(day);
      if (first) report(path, messages.sameDay(day, locate(first)));
      else known.set(day, path);
    });
}

function checkSpecialDays({ special = {} }: OpeningTimes, locate: Locate, report: messages.Report): void {
  const known: { from: string; to: string; path: readonly string[] }[] = [];
  for (const [name, { from, to = from }] of Object.entries(special)) {
    const path = ['opening', 'special', name];
    const wrong = Object.entries({ from, to }).filter(([, day]) => parseTime(day) === undefined);
    for (const [key, day] of wrong) if (key === 'from' || to !== from) report([...path, key], messages.noSuchDay(day));
    if (wrong.length > 0) continue;
    if (to < from) report([...path, 'to'], messages.outOfRange(`${from} or later, which is its "from"`, to));
    const other = known.find((one) => one.from <= to && from <= one.to);
    if (other) report([...path, 'from'], messages.sameDay(from > other.from ? from : other.from, locate(other.path)));
    known.push({ from, to, path });
  }
}

function checkHours(all: readonly OpeningHours[], path: readonly string[], report: messages.Report): void {
  let before: { end: number; closes: string } | undefined;
  all.forEach((hours, index) => {
    const at = [...path, String(index)];
    const { opens, lastEntry, closes } = measureHours(hours);
    if (hours.nextDay ? hours.closes >= hours.opens : closes <= opens)
      report(
        [...at, 'closes'],
        hours.nextDay
          ? messages.outOfRange(`a time before ${hours.opens}, as it opens again then`, hours.closes)
          : messages.outOfRange(
              `a time after ${hours.opens}, when it opens ("nextDay": true says that it is one of the next day)`,
              hours.closes,
            ),
      );
    else if (lastEntry <= opens || lastEntry > closes)
      report([...at, 'lastEntry'], messages.outOfRange(`a time after ${hours.opens} and not after ${hours.closes}`, hours.lastEntry));
    if (before && opens < before.end)
      report([...at, 'opens'], messages.outOfRange(`${before.closes} or later, when the hours before it end`, hours.opens));
    before = { end: closes, closes: hours.closes };
  });
}
