import { parseTime } from './time';
import { isFileAddress } from './upload';
import { parseVenueTime } from './venueTime';

/** The formats of texts that schemas of forms name: those of the language, and those that kinds of fields have of themselves. */
export const formats = {
  email: (text: string): boolean => text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(text),
  date: (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseTime(text) !== undefined,
  uri: (text: string): boolean => URL.canParse(text),
  time: (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text),
  /** Where an uploaded file can lie. */
  fileAddress: isFileAddress,
  /** A day and times of it, as `2026-11-21 09:00-10:30`. */
  venueTime: (text: string): boolean => parseVenueTime(text) !== undefined,
};
