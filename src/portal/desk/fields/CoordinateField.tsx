import { useState, type ReactElement } from 'react';
import { parseCoordinate } from '../../../runtime/coordinate';
import { usePage, useShell } from '../../data/context';
import { toInputProps, type FieldProps } from '../../forms/fields/kinds';
import { useLoaded } from '../../ui/useLoaded';
import './CoordinateField.css';

/** A place: typed as its degrees, or pointed at on the institution's map, which comes when it is asked for. */
export function CoordinateField(props: FieldProps): ReactElement {
  const { id, value, placeholder, onChange } = props;
  const { map = {} } = usePage().page;
  const { say } = useShell();
  const [open, setOpen] = useState(false);
  const { part: PlaceMap, failed } = useLoaded(() => import('./PlaceMap').then((module) => module.PlaceMap), open);
  const text = typeof value === 'string' ? value : '';
  return (
    <div className="coordinate-field">
      <span className="field-joined">
        <input
          {...toInputProps(props)}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          className="input field-input"
          placeholder={placeholder}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className="field-button field-button-quiet"
          aria-expanded={open}
          aria-controls={`${id}-map`}
          onClick={() => setOpen(!open)}
        >
          {say(open ? 'deskPlaceHide' : 'deskPlaceOnMap')}
        </button>
      </span>
      <div id={`${id}-map`} hidden={!open}>
        {open && PlaceMap && <PlaceMap settings={map} at={parseCoordinate(text)} onTake={onChange} />}
        {open && !PlaceMap && (
          <p className="field-hint" role="status">
            {say(failed ? 'deskPlaceFailed' : 'loading')}
          </p>
        )}
      </div>
    </div>
  );
}
