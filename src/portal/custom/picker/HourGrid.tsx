import { useId, useMemo, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { formatClock } from '../../../runtime/venueTime';
import { groupByPart } from './hours';
import { SlotList, SlotRow, type SlotsProps } from './Slots';
import { formatRanges } from './wording';

/** The slots of a day under its parts; those that are taken are grey (ledger PICK-07). */
export function HourGrid(props: SlotsProps): ReactElement {
  const { spans } = props.picker.hours;
  const id = useId();
  const parts = useMemo(() => groupByPart(spans), [spans]);
  const lengths = useMemo(() => parts.map(({ from, to }) => to - from), [parts]);
  return (
    <SlotList {...props} lengths={lengths} className="picker-hours">
      {parts.map(({ part, from, to }) => (
        <div key={part} className="picker-part" role="group" aria-labelledby={`${id}-${part}`}>
          <span id={`${id}-${part}`} className="picker-part-name">
            {props.labels[part]}
          </span>
          <SlotRow {...props} from={from} to={to} wordsOf={(span) => formatClock(span.from)} />
        </div>
      ))}
    </SlotList>
  );
}

/** The fixed sections of a day, of which several can be chosen (ledger PICK-18). */
export function SectionList(props: SlotsProps): ReactElement {
  const { say } = useShell();
  const { length } = props.picker.hours.spans;
  return (
    <SlotList {...props} lengths={[length]} className="picker-sections">
      <SlotRow {...props} from={0} to={length} wordsOf={(span) => formatRanges(say, [span])} noted />
    </SlotList>
  );
}
