import { useState } from 'react';

const memory = 'largeText';
const mark = 'is-large';

/** Puts the large letters back that a visitor chose at an earlier visit. */
export function restoreTextSize(): void {
  if (localStorage.getItem(memory) === '1') document.documentElement.classList.add(mark);
}

/** Whether all letters of the site are large, for elders, and a switch; the choice is remembered in this browser. */
export function useTextSize(scripted: boolean): { large: boolean; toggle: () => void } {
  const [changed, setChanged] = useState(0);
  const large = scripted && changed >= 0 && document.documentElement.classList.contains(mark);
  const toggle = (): void => {
    document.documentElement.classList.toggle(mark, !large);
    localStorage.setItem(memory, large ? '0' : '1');
    setChanged(changed + 1);
  };
  return { large, toggle };
}
