import { useState, type KeyboardEvent } from 'react';

/** The list below a line to type in, and the entry of it that the keys point at. */
export interface Listbox {
  open: boolean;
  /** -1: none. */
  active: number;
  /** Opens the list with nothing pointed at, as after another character was typed. */
  show: () => void;
  close: () => void;
  /** Takes a key that the list, of so many entries, has a use for; returns whether it had. */
  press: (event: KeyboardEvent, count: number, choose: (index: number) => void) => boolean;
}

/**
 * Drives a list by the pattern of the ARIA Authoring Practices ("Editable Combobox With List Autocomplete"): arrow keys point, Enter chooses,
 * Escape closes, Tab goes on. What an input method is composing is left alone.
 */
export function useListbox(): Listbox {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const point = (step: number, count: number): void => {
    setOpen(true);
    if (!open || count === 0) return;
    const isThere = active >= 0 && active < count;
    setActive(isThere ? (active + step + count) % count : step > 0 ? 0 : count - 1);
  };
  const press: Listbox['press'] = (event, count, choose) => {
    if (event.nativeEvent.isComposing) return true;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') point(key === 'ArrowDown' ? 1 : -1, count);
    else if (key === 'Enter' && open && active >= 0 && active < count) choose(active);
    else if (key === 'Escape' && open) {
      // It would close the dialog that the line stands in.
      event.stopPropagation();
      close();
    } else return false;
    event.preventDefault();
    return true;
  };
  const show = (): void => {
    setOpen(true);
    setActive(-1);
  };
  return { open, active, show, close, press };
}
