import { memo, useRef, type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { stepSlot, type SlotState } from './hours';
import type { PickerLabels } from './kinds';
import type { Picker } from './usePicker';

/** One slot; clicks and keys are heard by the list that holds it. */
export const Slot = memo(function Slot({
  place,
  clock,
  note,
  name,
  state,
  reached,
}: {
  place: number;
  clock: string;
  note?: string;
  name: string;
  state: SlotState;
  reached: boolean;
}): ReactElement {
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

/**
 * A list of slots of which several can be chosen: arrows move, Enter and Space turn one on or off, Shift and an arrow take the
 * choice along.
 * @param lengths slots of each row group within it
 */
export function SlotList({
  picker,
  labels,
  label,
  lengths,
  className,
  children,
}: {
  picker: Picker;
  labels: PickerLabels;
  label: string;
  lengths: readonly number[];
  className: string;
  children: ReactNode;
}): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent): void => {
    const next =
      event.ctrlKey || event.altKey || event.metaKey ? undefined : stepSlot(lengths, columnsOf(list.current), picker.slotCursor, event.key);
    if (next === undefined) return;
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
function columnsOf(list: HTMLElement | null): number {
  const row = list?.querySelector('[data-row]');
  return row ? Math.max(1, getComputedStyle(row).gridTemplateColumns.split(' ').length) : 1;
}
