import type { ReactElement } from 'react';
import type { PickerProps } from './kinds';
import './picker.css';
import { PickerAlert } from './PickerAlert';
import { PickerBody } from './PickerBody';
import { usePicker } from './usePicker';

/** The picker as a part of a page. */
export function TimePicker(props: Omit<PickerProps, 'onClose'>): ReactElement {
  const { onPick } = props;
  const { labels } = props.settings;
  const picker = usePicker(props);
  const confirm = (): void => {
    const venueTime = picker.confirm();
    if (venueTime !== undefined) onPick(venueTime);
  };
  return (
    <div className={`picker picker-inline ${picker.hours.continuous ? 'picker-continuous' : ''}`.trim()}>
      <PickerBody picker={picker} labels={labels} onConfirm={confirm} />
      {picker.blocked && <PickerAlert words={labels.takenRange} onClose={picker.dismiss} />}
    </div>
  );
}
