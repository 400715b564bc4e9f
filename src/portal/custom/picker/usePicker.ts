import { useEffect, useMemo, useState } from 'react';
import { useChoice } from '../../ui/useChoice';
import { formatVenueTime, parseVenueTime, type TimeRange } from '../../../runtime/venueTime';
import { listDays, countMinutesGone, findEarliest, findMonth, groupByMonth, type DayView, type PickerDay } from './days';
import {
  extend,
  determineFreeStates,
  isContinuous,
  findPlaces,
  toRanges,
  listSpans,
  toggle,
  type Choice,
  type Hours,
  type Slots,
} from './hours';
import type { PickerProps, TimeInfo } from './kinds';
import { useTaken, type Taken } from './useTaken';

/** Milliseconds until the picker is there (ledger PICK-11). */
const initialising = 1000;

/** The picker's state, and what visitors can do to it. */
export interface Picker {
  /** False until it is initialised. */
  ready: boolean;
  months: readonly (readonly PickerDay[])[];
  view: DayView;
  /** The place of the month that is shown. */
  month: number;
  /** The index of the day that is picked. */
  picked: number;
  /** The day whose hours are shown: the same, but for the frame that shows that it was pressed. */
  day: PickerDay | undefined;
  /** How long before visitors book. */
  limits: Pick<TimeInfo, 'days' | 'leadHours'>;
  /** The index of the day, and the place of the slot, that the Tab key leads to. */
  dayCursor: number;
  slotCursor: number;
  hours: Hours;
  load: Taken['state'];
  /** The places of the chosen slots, in order. */
  chosen: readonly number[];
  ranges: readonly TimeRange[];
  /** What the visitor is told in the place of the choice. */
  told: 'missing' | 'lost' | undefined;
  /** Whether the last choice had a taken slot in it. */
  blocked: boolean;
  showMonth: (month: number) => void;
  changeView: () => void;
  moveToDay: (index: number) => void;
  pickDay: (index: number) => void;
  retry: () => void;
  moveToSlot: (place: number) => void;
  toggleSlot: (place: number) => void;
  /** @returns whether the choice could be taken so far */
  extendTo: (place: number) => boolean;
  dismiss: () => void;
  /** @returns the venueTime that is chosen, or undefined after telling that none is (ledger PICK-16) */
  confirm: () => string | undefined;
}

type PickerInput = Pick<PickerProps, 'info' | 'settings' | 'now' | 'value' | 'taken'>;

/** Drives the picker, whatever it looks like. */
export function usePicker({ info, settings, now, value, taken: fetchTaken }: PickerInput): Picker {
  const { days, months, spans } = useMemo(() => {
    const all = listDays(info, settings, now);
    return { days: all, months: groupByMonth(all), spans: listSpans(info, settings) };
  }, [info, settings, now]);
  const continuous = isContinuous(info);
  const [begun] = useState(() => beginning(days, { spans, continuous }, value));
  const { chosen: pressed, open: index, choose: open } = useChoice(begun.index);
  const [{ dayCursor, month }, setPlace] = useState(() => toDayPlace(months, begun.index));
  const [view, setView] = useState<DayView>('strip');
  const [{ picked, slotCursor, missing, blocked }, setChoice] = useState<ChoiceState>(() => fresh(begun.picked));
  const { taken, load } = useTaken(fetchTaken, begun.bookable ? days[begun.index]?.day : undefined);
  const ready = useInitialised();
  const day = days[index];
  const hours = useMemo(
    (): Hours => ({
      spans,
      states: determineFreeStates(info, spans, taken.ranges, countMinutesGone(day?.day ?? '', findEarliest(info, now))),
      continuous,
    }),
    [info, spans, taken.ranges, day?.day, now, continuous],
  );
  // What was taken meanwhile is no choice any more.
  const kept = picked.every((place) => hours.states[place] === 'open') ? picked : none;
  const cursor = slotCursor ?? kept[0] ?? Math.max(0, hours.states.indexOf('open'));
  const choose = (choice: Choice, place: number): boolean => {
    const refused = typeof choice === 'string';
    setChoice({ picked: refused ? kept : choice, slotCursor: refused ? cursor : place, missing: false, blocked: choice === 'taken' });
    return !refused;
  };
  const pickDay = (next: number): void => {
    const target = days[next];
    if (!target) return;
    setPlace(toDayPlace(months, next));
    open(next, () => {
      setChoice(fresh(next === index ? kept : none));
      if (target.bookable) load(target.day);
    });
  };
  const ranges = useMemo(() => toRanges({ spans, continuous }, kept), [spans, continuous, kept]);
  return {
    ready,
    months,
    view,
    month,
    picked: pressed,
    day,
    limits: info,
    dayCursor,
    slotCursor: cursor,
    hours,
    load: taken.state,
    chosen: kept,
    ranges,
    blocked,
    told: missing ? 'missing' : kept === picked ? undefined : 'lost',
    showMonth: (next) => {
      const there = months[next]?.find((each) => each.index === pressed) ?? months[next]?.[0];
      setPlace((place) => ({ ...place, month: next, dayCursor: there?.index ?? place.dayCursor }));
    },
    changeView: () => setView(view === 'strip' ? 'grid' : 'strip'),
    moveToDay: (next) => setPlace((place) => ({ ...place, dayCursor: next, month: findMonth(months, next) })),
    pickDay,
    retry: () => {
      if (day?.bookable) load(day.day);
    },
    moveToSlot: (place) => setChoice((choice) => ({ ...choice, slotCursor: place })),
    toggleSlot: (place) => {
      choose(toggle(hours, kept, place), place);
    },
    extendTo: (place) => choose(extend(hours, kept, cursor, place), place),
    dismiss: () => setChoice((choice) => ({ ...choice, blocked: false })),
    confirm: () => {
      if (day && ranges.length > 0) return formatVenueTime({ day: day.day, ranges: [...ranges] });
      setChoice((choice) => ({ ...choice, picked: none, missing: true }));
      return undefined;
    },
  };
}

interface ChoiceState {
  picked: readonly number[];
  slotCursor: number | undefined;
  missing: boolean;
  blocked: boolean;
}
const none: readonly number[] = [];
const fresh = (picked: readonly number[]): ChoiceState => ({ picked, slotCursor: undefined, missing: false, blocked: false });

const toDayPlace = (months: readonly (readonly PickerDay[])[], index: number): { dayCursor: number; month: number } => ({
  dayCursor: index,
  month: findMonth(months, index),
});

/** The day and the slots that the picker opens with: those chosen before, else the first day that can be booked. */
function beginning(
  days: readonly PickerDay[],
  hours: Slots,
  value: string,
): { index: number; picked: readonly number[]; bookable: boolean } {
  const before = parseVenueTime(value);
  const known = days.find((day) => day.bookable && day.day === before?.day);
  if (known && before) return { index: known.index, picked: findPlaces(hours, before.ranges), bookable: true };
  const first = days.find((day) => day.bookable);
  return { index: first?.index ?? 0, picked: none, bookable: first !== undefined };
}

function useInitialised(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), initialising);
    return () => clearTimeout(timer);
  }, []);
  return ready;
}
