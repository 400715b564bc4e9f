import { memo, useRef, type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import type { TimeRange } from '../../../runtime/venueTime';
import { determineShownState, stepSlot, type SlotState } from './hours';
import type { PickerLabels } from './kinds';
import type { Picker } from './usePicker';

/** What shows the slots of a day is given; `label` says which day. */
export interface SlotsProps {
  picker: Picker;
  labels: PickerLabels;
  label: string;
}

interface SlotProps {
  place: number;
  clock: string;
  note: string | undefined;
  name: string;
  state: SlotState;
  reached: boolean;
}

/** One slot; clicks and keys are heard by the list that holds it. */
const Slot = memo(function Slot({ place, clock, note, name, state, reached }: SlotProps): ReactElement {
  return (
    <button
      type="button"
      role="option"
      className={`picker-slot picker-slot-${state}`}
      data-slot={place}
      tabIndex={reached ? 0 : -1}
      aria-selected={state === 'chosen'}
      aria-disabled={state === 'chosen' || state === 'open' ? undefined : true}
      aria-label={name}
    >
      <span className="picker-slot-clock">{clock}</span>
      {note !== undefined && <span className="picker-slot-note">{note}</span>}
    </button>
  );
});

interface RowProps extends SlotsProps {
  from: number;
  to: number;
  wordsOf: (span: TimeRange) => string;
  noted?: boolean;
}

/** A row of slots, from one place up to another; `noted` ones say their state in words. */
export function SlotRow({ picker, labels, label, from, to, wordsOf, noted = false }: RowProps): ReactElement {
  const { spans, states } = picker.hours;
  return (
    <div className="picker-row" role="presentation" data-row="">
      {spans.slice(from, to).map((span, at) => {
        const place = from + at;
        const state = determineShownState(states, picker.chosen, place);
        const [clock, words] = [wordsOf(span), labels[state]];
        const name = `${label} ${clock} ${words}`;
        const reached = place === picker.slotCursor;
        return (
          <Slot key={place} place={place} clock={clock} note={noted ? words : undefined} name={name} state={state} reached={reached} />
        );
      })}
    </div>
  );
}

interface ListProps extends SlotsProps {
  lengths: readonly number[];
  /** The place of the first slot that is shown. */
  first?: number;
  className: string;
  children: ReactNode;
}

/**
 * A list of slots of which several can be chosen: arrows move, Enter and Space turn one on or off, Shift and an arrow take the
 * choice along.
 * @param lengths slots of each row group within it
 */
export function SlotList({ picker, labels, label, lengths, first = 0, className, children }: ListProps): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = stepSlot(lengths, measureColumns(list.current), picker.slotCursor - first, event.key);
    if (step === undefined) return;
    const next = step + first;
    event.preventDefault();
    if (event.shiftKey && !picker.extendTo(next)) return;
    if (!event.shiftKey) picker.moveToSlot(next);
    list.current?.querySelector<HTMLElement>(`[data-slot="${next}"]`)?.focus();
  };
  const click = (event: MouseEvent): void => {
    const slot = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-slot]') : null;
    if (slot) picker.toggleSlot(Number(slot.dataset['slot']));
  };
  return (
    <div
      ref={list}
      className={className}
      role="listbox"
      aria-multiselectable="true"
      aria-label={`${label} ${labels.times}`}
      onClick={click}
      onKeyDown={press}
    >
      {children}
    </div>
  );
}

/** Slots in a row as the style sheet lays them out; one where nothing is laid out. */
function measureColumns(list: HTMLElement | null): number {
  const row = list?.querySelector('[data-row]');
  return row ? Math.max(1, getComputedStyle(row).gridTemplateColumns.split(' ').length) : 1;
}
