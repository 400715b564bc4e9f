import { useId, useMemo, useState, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { formatClock } from '../../../runtime/venueTime';
import { countPast, groupByPart } from './hours';
import { SlotList, SlotRow, type SlotsProps } from './Slots';
import { writeRanges } from '../../../runtime/dates';

/** The slots of a day under its parts; those that are taken are grey (ledger PICK-07), those that are past folded away. */
export function HourGrid(props: SlotsProps): ReactElement {
  const { spans, states } = props.picker.hours;
  const { say } = useShell();
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const past = countPast(states);
  const first = unfolded || past === states.length ? 0 : past;
  const parts = useMemo(
    () => groupByPart(spans).flatMap((part) => (part.to <= first ? [] : [{ ...part, from: Math.max(part.from, first) }])),
    [spans, first],
  );
  const lengths = useMemo(() => parts.map(({ from, to }) => to - from), [parts]);
  return (
    <>
      {past > 0 && past < states.length && (
        <button type="button" className="picker-past" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {unfolded ? say('pickerHidePast') : say('pickerShowPast', { count: past })}
        </button>
      )}
      <SlotList {...props} first={first} lengths={lengths} className="picker-hours">
        {parts.map(({ part, from, to }) => (
          <div key={part} className="picker-part" role="group" aria-labelledby={`${id}-${part}`}>
            <span id={`${id}-${part}`} className="picker-part-name">
              {props.labels[part]}
            </span>
            <SlotRow {...props} from={from} to={to} wordsOf={(span) => formatClock(span.from)} />
          </div>
        ))}
      </SlotList>
    </>
  );
}

/** The fixed sections of a day, of which several can be chosen (ledger PICK-18). */
export function SectionList(props: SlotsProps): ReactElement {
  const { say } = useShell();
  const { length } = props.picker.hours.spans;
  return (
    <SlotList {...props} lengths={[length]} className="picker-sections">
      <SlotRow {...props} from={0} to={length} wordsOf={(span) => writeRanges(say, [span])} noted />
    </SlotList>
  );
}
