import type { CompiledParam } from '../model/compiled';
import type { Json, JsonObject } from '../model/json';
import { resolve } from '../model/pointer';
import { isNumberText } from './ranges';
import { determinePhase, findEnd, getEndOfDay, parseTime, resolvePeriod, toPhaseCode } from './time';

/**
 * Returns whether an item is among those that a parameter's value asks for. The built-in back end asks the same question in SQL;
 * this answers it for lists that were fetched whole.
 */
export function matchesParam(item: JsonObject, param: CompiledParam, value: string, now: number): boolean {
  if (param.ignored) return true;
  if (param.phase !== undefined) {
    const [begin, until] = [resolve(param.phase, item), resolve(param.until ?? param.phase, item)];
    const end = param.lasts === 'day' ? findEnd(begin, until) : until;
    return String(toPhaseCode(determinePhase(begin, end, now), param.codes)) === value;
  }
  if (param.field === undefined) return true;
  const found = resolve(param.field, item);
  if (param.range !== undefined) {
    const period = resolvePeriod(param.range, value, now);
    const time = parseTime(found);
    const end = (param.until === undefined ? undefined : parseTime(resolve(param.until, item))) ?? time;
    return period !== undefined && time !== undefined && end !== undefined && end >= period.from && time < period.to;
  }
  const isUntil = param.match === 'from' && param.until !== undefined;
  return matchesOperator(isUntil ? findEnd(found, resolve(param.until ?? '', item)) : found, param, value);
}

function matchesOperator(found: Json | undefined, param: CompiledParam, value: string): boolean {
  const values = (Array.isArray(found) ? found : [found]).filter((entry) => entry !== undefined && entry !== null).map(String);
  switch (param.match ?? 'equals') {
    case 'equals':
      return values.includes(value);
    case 'any':
      return value.split(',').some((option) => values.includes(option));
    case 'contains':
      return values.some((text) => text.toLowerCase().includes(value.toLowerCase()));
    case 'from':
      return compareTo(found, value, (own, bound) => own >= bound);
    case 'to':
      return compareTo(found, value, (own, bound) => (isNumberText(value) ? own <= bound : own < getEndOfDay(value, bound)));
  }
}

function compareTo(found: Json | undefined, value: string, holds: (own: number, bound: number) => boolean): boolean {
  const own = parseTime(found);
  const bound = parseTime(value) ?? (isNumberText(value) ? Number(value) : undefined);
  return own !== undefined && bound !== undefined && holds(own, bound);
}
