import { useMemo } from 'react';
import type { JsonObject } from '../../../model/json';
import { heldFor, keepRoll, readRoll, recallRoll, type Roll } from './roll';

/** The roll of a page as this window holds it. */
export interface HeldRoll {
  get: () => Roll | undefined;
  take: (value: JsonObject | undefined) => void;
  /** Says something else of somebody from now on. */
  mark: (id: string, more: JsonObject) => void;
}

/** Holds the roll of a page, by the name of what it is of. */
export function useRoll(name: string): HeldRoll {
  return useMemo(() => {
    const place = `roll ${name}`;
    return {
      get: () => recallRoll(place),
      take: (value) => {
        const roll = readRoll(value, Date.now() + heldFor);
        if (roll) keepRoll(place, roll);
      },
      mark: (id, more) => {
        const roll = recallRoll(place);
        if (!roll || id === '') return;
        keepRoll(place, { ...roll, entries: roll.entries.map((entry) => (entry['id'] === id ? { ...entry, ...more } : entry)) });
      },
    };
  }, [name]);
}
