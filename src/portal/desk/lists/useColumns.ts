import { useEffect, useState } from 'react';
import type { Card, Displays } from '../../../model/definitions.g';
import { readSetting, writeSetting } from './kept';

/** The columns of a table besides its title: all that it can show, and those that are shown. */
export interface Columns {
  all: Displays;
  /** What is shown, in the order in which the card has it. */
  fields: Displays;
  shows: (name: string) => boolean;
  toggle: (name: string) => void;
  /** Whether it is as the definition says. */
  usual: boolean;
  reset: () => void;
}

/**
 * Keeps which columns of a table are shown, in this browser.
 * @param page the address of its page, under which they are kept
 */
export function useColumns(page: string, { fields = {}, more = {} }: Card): Columns {
  const all = { ...fields, ...more };
  // The server knows nothing of what a browser keeps.
  const [chosen, setChosen] = useState<readonly string[]>();
  const name = `desk.columns.${page}`;
  useEffect(() => {
    const kept = readSetting(name);
    if (Array.isArray(kept)) setChosen(kept.filter((each): each is string => typeof each === 'string'));
  }, [name]);
  const now = chosen ?? Object.keys(fields);
  const choose = (next: readonly string[] | undefined): void => {
    setChosen(next);
    writeSetting(name, next);
  };
  return {
    all,
    fields: Object.fromEntries(Object.entries(all).filter(([each]) => now.includes(each))),
    shows: (each) => now.includes(each),
    toggle: (each) => choose(now.includes(each) ? now.filter((other) => other !== each) : [...now, each]),
    usual: chosen === undefined,
    reset: () => choose(undefined),
  };
}
