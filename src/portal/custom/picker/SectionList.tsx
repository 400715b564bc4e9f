import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { shownState } from './hours';
import type { PickerLabels } from './kinds';
import { Slot, SlotList } from './Slots';
import type { Picker } from './usePicker';
import { rangeWords } from './wording';

/** The fixed sections of a day, of which several can be chosen (ledger PICK-18). */
export function SectionList({ picker, labels, label }: { picker: Picker; labels: PickerLabels; label: string }): ReactElement {
  const { say } = useShell();
  const {
    hours: { spans, states },
    chosen,
    slotCursor,
  } = picker;
  return (
    <SlotList picker={picker} labels={labels} label={label} lengths={[spans.length]} className="picker-sections">
      <div className="picker-row" role="presentation" data-row="">
        {spans.map((span, place) => {
          const state = shownState(states, chosen, place);
          const words = rangeWords(say, [span]);
          return (
            <Slot
              key={place}
              place={place}
              clock={words}
              note={labels[state]}
              name={`${label} ${words} ${labels[state]}`}
              state={state}
              reached={place === slotCursor}
            />
          );
        })}
      </div>
    </SlotList>
  );
}
