import type { TextKey } from '../../../model/textKeys.g';
import type { DataKey } from '../../data/keys';

/** When a venue can be booked (ledger PICK-17); clocks such as `09:00`. */
export interface TimeInfo {
  /** 0: any run of slots within one open range; else whole sections (ledger PICK-18). */
  isTimeSection: number;
  startTime: string;
  endTime: string;
  /** Weekdays that can be booked, 0 is Sunday (ledger PICK-19). */
  cycle: readonly number[];
  sections: readonly { startTime: string; endTime: string }[];
  /** Days ahead that can be booked, today included; absent: as many as are shown. */
  days?: number;
  /** Hours before it begins that a booking has to be made; absent: none. */
  leadHours?: number;
}

/** What the picker shows (ledger PICK-01, 05, 06, 23). */
export interface PickerSettings {
  /** Days shown, today the first. */
  days: number;
  /** Only so many of them can be booked. */
  first?: number;
  /** The clock at which the grid begins. */
  from: string;
  /** The clock at which the grid ends: 06:30 to 23:00 holds 33 half hours, the last from 22:30. */
  to: string;
  /** Minutes of a slot. */
  minutes: number;
  labels: PickerLabels;
}

/** The shared texts of the picker's fixed words. Words with a date or a time in them are asked for where they are shown. */
export const labelTexts = {
  title: 'pickerTitle',
  confirm: 'ok',
  thisMonth: 'pickerThisMonth',
  nextMonth: 'pickerNextMonth',
  today: 'pickerToday',
  // The state of a day.
  bookable: 'pickerBookable',
  notBookable: 'pickerNotBookable',
  // In the place of the hours of a day that cannot be booked (ledger PICK-08).
  closedDay: 'pickerClosedDay',
  // The state of a slot.
  open: 'pickerBookable',
  chosen: 'pickerChosen',
  taken: 'pickerTaken',
  closed: 'pickerClosed',
  past: 'pickerPast',
  morning: 'pickerMorning',
  afternoon: 'pickerAfternoon',
  evening: 'pickerEvening',
  // What the two views of the days are called on the button that changes to them (ledger PICK-04).
  showCalendar: 'pickerCalendar',
  showStrip: 'pickerStrip',
  previousDays: 'pickerPreviousDays',
  nextDays: 'pickerNextDays',
  // The names of the days and of the times to assistive technology.
  days: 'pickerDays',
  times: 'pickerTimes',
  nothingChosen: 'pickerNothing',
  // What was chosen before was taken meanwhile.
  lost: 'pickerLost',
  // Confirming without a time (ledger PICK-16).
  missing: 'pickerMissing',
  // A range with a taken slot in it (ledger PICK-15).
  takenRange: 'pickerTakenRange',
  loading: 'loading',
  // The taken times could not be fetched.
  failed: 'pickerFailed',
  retry: 'retry',
} as const satisfies Readonly<Record<string, TextKey>>;

/** The picker's fixed words, worked out. */
export type PickerLabels = Readonly<Record<keyof typeof labelTexts, string>>;

/** How the taken times of a day are had. */
export interface TakenTimes {
  /** What those of a day are kept under. */
  key: (day: string) => DataKey;
  /** Fetches its venueTimes; rejects when they cannot be had. */
  fetch: (day: string) => Promise<readonly string[]>;
  /** Whether they are fetched again when the visitor comes back. */
  revalidate: boolean;
}

/** What the picker is given. */
export interface PickerProps {
  info: TimeInfo;
  settings: PickerSettings;
  /** Milliseconds since 1970. */
  now: number;
  /** A venueTime chosen before, else the empty text. */
  value: string;
  /** How the times taken on a day such as `2026-11-21` are had. */
  taken: TakenTimes;
  /** Called with what the visitor confirmed, as `formatVenueTime` writes it. */
  onPick: (venueTime: string) => void;
  /** Called when the dialog closes, after a confirmation too. */
  onClose: () => void;
}
