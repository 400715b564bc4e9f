import type { ReactElement, ReactNode } from 'react';
import { Placeholder, PlaceholderLine } from 'semantic-ui-react';
import { useShell } from '../../data/context';
import { DayChooser } from './DayChooser';
import { HourGrid, SectionList } from './HourGrid';
import type { SlotState } from './hours';
import type { PickerLabels } from './kinds';
import type { Picker } from './usePicker';
import { formatChoice, formatDay, formatReason } from './wording';

/** States that the key beneath the hours explains. */
const explained: readonly SlotState[] = ['open', 'chosen', 'taken'];

interface PartProps {
  picker: Picker;
  labels: PickerLabels;
}

/** The days, the hours of the one that is picked, and what was chosen with the button that confirms it. */
export function PickerBody({ picker, labels, onConfirm }: PartProps & { onConfirm: () => void }): ReactElement {
  return (
    <>
      <div className="picker-body">
        {picker.ready ? (
          <>
            <DayChooser picker={picker} labels={labels} />
            <Times picker={picker} labels={labels} />
          </>
        ) : (
          <Waiting picker={picker} labels={labels} days />
        )}
      </div>
      <div className="picker-foot">
        <Choice picker={picker} labels={labels} />
        <button type="button" className="button picker-confirm" disabled={!picker.ready} onClick={onConfirm}>
          {labels.confirm}
        </button>
      </div>
    </>
  );
}

function Times({ picker, labels }: PartProps): ReactElement | null {
  const { say } = useShell();
  const { day, load, hours } = picker;
  if (!day) return null;
  const label = formatDay(say, day);
  const Slots = hours.continuous ? HourGrid : SectionList;
  return (
    <div className="picker-times">
      <div className="picker-times-head">
        <h3 className="picker-date">{label}</h3>
        {day.bookable && load === 'ready' && <StateKey labels={labels} />}
      </div>
      {!day.bookable ? (
        <Told>{formatReason(say, day, picker.limits) ?? labels.closedDay}</Told>
      ) : load === 'loading' ? (
        <Waiting picker={picker} labels={labels} />
      ) : load === 'failed' ? (
        <Told>
          {labels.failed}
          <button type="button" className="button button-plain" onClick={picker.retry}>
            {labels.retry}
          </button>
        </Told>
      ) : (
        <Slots picker={picker} labels={labels} label={label} />
      )}
    </div>
  );
}

const Told = ({ children }: { children: ReactNode }): ReactElement => (
  <div className="picker-told" role="status">
    {children}
  </div>
);

function StateKey({ labels }: { labels: PickerLabels }): ReactElement {
  return (
    <ul className="picker-key" aria-hidden="true">
      {explained.map((state) => (
        <li key={state}>
          <span className={`picker-sample picker-slot-${state}`} />
          {labels[state]}
        </li>
      ))}
    </ul>
  );
}

/** What was chosen, read out as it changes; a fault in its place. */
function Choice({ picker: { told, ranges, day }, labels }: PartProps): ReactElement {
  const { say } = useShell();
  const chosen = day && ranges.length > 0 ? formatChoice(say, day, ranges) : undefined;
  return (
    <div className="picker-choice">
      <p className={`picker-summary ${chosen === undefined ? 'picker-empty' : ''}`.trim()} role="status" hidden={told !== undefined}>
        {chosen ?? labels.nothingChosen}
      </p>
      <p className="picker-fault" role="alert">
        {told && labels[told]}
      </p>
    </div>
  );
}

/** Bones in the place of what is on its way: of the hours, and before those of the days. */
function Waiting({ picker, labels, days = false }: PartProps & { days?: boolean }): ReactElement {
  const { continuous, spans } = picker.hours;
  return (
    <div role="status" aria-label={labels.loading}>
      {days && (
        <Placeholder className="picker-bones picker-bones-days" aria-hidden="true">
          {bones(9)}
        </Placeholder>
      )}
      <Placeholder className={`picker-bones ${continuous ? '' : 'picker-bones-sections'}`.trim()} aria-hidden="true">
        {bones(continuous ? 36 : spans.length)}
      </Placeholder>
    </div>
  );
}

const bones = (count: number): ReactElement[] =>
  Array.from({ length: count }, (_, index) => <PlaceholderLine key={index} className="picker-bone" />);
