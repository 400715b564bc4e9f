import { hasIdNumberShape, isIdNumber } from './idNumber';
import { parseTime, toClockParts } from './time';
import { isFileAddress } from './upload';
import { parseVenueTime } from './venueTime';

/** A form of texts, and how two of them are ordered if they are. */
interface TextFormat {
  validate: (text: string) => boolean;
  compare?: (one: string, other: string) => number;
}

/** Dates and times are written so that the later one is the greater text. */
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(text) !== undefined;
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** The formats of texts that schemas of forms name: those of the language, and those that kinds of fields have of themselves. */
export const formats = {
  email: { validate: (text) => text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(text) },
  uri: { validate: (text) => URL.canParse(text) },
  /** Of the mainland's identity cards, with the check character and the date of birth. */
  idNumber: { validate: isIdNumber },
  idNumberShape: { validate: hasIdNumberShape },
  date: { validate: isDate, compare },
  month: { validate: (text) => isDate(`${text}-01`), compare },
  time: { validate: isTime, compare },
  /** As 2026-11-20T09:30, without a zone: on the clocks of the institution. */
  dateTime: { validate: (text) => text.length === 16 && text[10] === 'T' && isDate(text.slice(0, 10)) && isTime(text.slice(11)), compare },
  /** Where an uploaded file can lie. */
  fileAddress: { validate: isFileAddress },
  /** A day and times of it, as `2026-11-21 09:00-10:30`. */
  venueTime: { validate: (text) => parseVenueTime(text) !== undefined },
} satisfies Record<string, TextFormat>;

/** The formats whose texts are ordered. */
export type OrderedFormat = 'date' | 'month' | 'time' | 'dateTime';

const pad = (number: number): string => String(number).padStart(2, '0');

/** Returns a moment (milliseconds since 1970) in each format whose texts are ordered, on the clocks of Asia/Shanghai. */
export function writeMoment(moment: number): Record<OrderedFormat, string> {
  const { year, month, day, hour, minute } = toClockParts(moment);
  const [inMonth, inDay] = [`${year}-${pad(month)}`, `${pad(hour)}:${pad(minute)}`];
  const date = `${inMonth}-${pad(day)}`;
  return { date, month: inMonth, time: inDay, dateTime: `${date}T${inDay}` };
}
