import { useId, useMemo, type ReactElement } from 'react';
import { formatClock } from '../../../runtime/venueTime';
import { partsOf, shownState } from './hours';
import type { PickerLabels } from './kinds';
import { Slot, SlotList } from './Slots';
import type { Picker } from './usePicker';

/** The slots of a day under its parts; those that are taken are grey (ledger PICK-07). */
export function HourGrid({ picker, labels, label }: { picker: Picker; labels: PickerLabels; label: string }): ReactElement {
  const {
    hours: { spans, states },
    chosen,
    slotCursor,
  } = picker;
  const id = useId();
  const parts = useMemo(() => partsOf(spans), [spans]);
  const lengths = useMemo(() => parts.map(({ from, to }) => to - from), [parts]);
  return (
    <SlotList picker={picker} labels={labels} label={label} lengths={lengths} className="picker-hours">
      {parts.map(({ part, from, to }) => (
        <div key={part} className="picker-part" role="group" aria-labelledby={`${id}-${part}`}>
          <span id={`${id}-${part}`} className="picker-part-name">
            {labels[part]}
          </span>
          <div className="picker-row" role="presentation" data-row="">
            {spans.slice(from, to).map((span, at) => {
              const place = from + at;
              const state = shownState(states, chosen, place);
              const clock = formatClock(span.from);
              return (
                <Slot
                  key={place}
                  place={place}
                  clock={clock}
                  name={`${label} ${clock} ${labels[state]}`}
                  state={state}
                  reached={place === slotCursor}
                />
              );
            })}
          </div>
        </div>
      ))}
    </SlotList>
  );
}
