import { useMemo } from 'react';
import { useShell } from '../../data/context';
import { labelTexts, type PickerLabels } from './kinds';

/** The picker's words from the shared texts, with those that a definition gives in their place; empty ones are not given. */
export function usePickerLabels(own: Partial<PickerLabels> = {}): PickerLabels {
  const { say } = useShell();
  const given = JSON.stringify(own);
  return useMemo(() => {
    const words = JSON.parse(given) as Partial<PickerLabels>;
    const labels = Object.entries(labelTexts).map(([name, text]) => [name, words[name as keyof PickerLabels] || say(text)]);
    return Object.fromEntries(labels) as PickerLabels;
  }, [say, given]);
}
