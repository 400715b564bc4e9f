import type { Json } from '../model/json';
import { formatIso, parseTime } from './time';

/** The parts of a moment as patterns have them, and the digits that each is found by. */
const letters = /yyyy|MM|dd|HH|mm|ss|M|d|H/g;
const digits: Readonly<Record<string, string>> = { yyyy: '(\\d{4})', M: '(\\d{1,2})', d: '(\\d{1,2})', H: '(\\d{1,2})' };

const patterns = new Map<string, RegExp>();

/** Returns whether a way of writing moments names a day: a number, ISO 8601, or a pattern with year, month and day. */
export const namesDay = (form: string): boolean =>
  /^(iso|epochSeconds|epochMilliseconds)$/.test(form) ||
  (/yyyy/.test(form) && /M/.test(form) && /d/.test(form) && !/[yMdHms]{5}/.test(form));

/**
 * Reads a moment as an institution's own back end writes it.
 * @returns milliseconds since 1970, or undefined when it is not one of that form
 */
export function readUpstreamTime(form: string, value: Json): number | undefined {
  if (form === 'iso') return typeof value === 'string' ? parseTime(value) : undefined;
  if (form === 'epochSeconds' || form === 'epochMilliseconds') {
    const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isFinite(number) ? number * (form === 'epochSeconds' ? 1000 : 1) : undefined;
  }
  if (typeof value !== 'string') return undefined;
  const found = toExpression(form).exec(value.trim());
  if (!found) return undefined;
  const parts = new Map([...form.matchAll(letters)].map(([name], index) => [name[0] ?? '', found[index + 1] ?? '']));
  const pad = (name: string): string => (parts.get(name) ?? '0').padStart(2, '0');
  return parseTime(`${parts.get('y')}-${pad('M')}-${pad('d')} ${pad('H')}:${pad('m')}:${pad('s')}`);
}

/** Writes a moment as an institution's own back end has it. */
export function writeUpstreamTime(form: string, time: number): string | number {
  const local = formatIso(time);
  if (form === 'iso') return local;
  if (form === 'epochSeconds') return Math.floor(time / 1000);
  if (form === 'epochMilliseconds') return time;
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = local.split(/[-T:+]/);
  const parts: Readonly<Record<string, string>> = { y: year, M: month, d: day, H: hour, m: minute, s: second };
  return form.replace(letters, (name) => {
    const part = parts[name[0] ?? ''] ?? '';
    return name.length === 1 ? String(Number(part)) : part;
  });
}

/** Nothing but digits varies, so that matching takes no longer than the text is long. */
function toExpression(form: string): RegExp {
  let known = patterns.get(form);
  if (!known) {
    const source = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(letters, (name) => digits[name] ?? '(\\d{2})');
    patterns.set(form, (known = new RegExp(`^${source}$`)));
  }
  return known;
}
