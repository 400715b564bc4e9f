import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useLatest } from '../data/useLatest';
import { Count } from './FilterRows';
import type { FilterRow } from './useList';

/**
 * Choices of a filter as radio buttons. With scripts a choice counts at once; without, when the form that they stand in is sent.
 * @param name the name of the choice in the form
 * @param onChoose is given that form
 */
export function RadioRow({
  row,
  name,
  onChoose,
}: {
  row: FilterRow;
  name: string;
  onChoose: (form: HTMLFormElement) => void;
}): ReactElement {
  const inForce = row.chips.find(({ chosen }) => chosen)?.value ?? '';
  const [value, setValue] = useState(inForce);
  useEffect(() => setValue(inForce), [inForce]);
  const shown = useRef<HTMLFieldSetElement>(null);
  const atFirst = useLatest({ inForce, onChoose });
  // What was pressed before the scripts were there counts now, as it would have with them.
  useEffect(() => {
    const pressed = shown.current?.querySelector<HTMLInputElement>('input:checked');
    if (!pressed?.form || pressed.value === atFirst.current.inForce) return;
    setValue(pressed.value);
    atFirst.current.onChoose(pressed.form);
  }, [atFirst]);
  // Where they are one row that is moved sideways, the choice in force is seen in it.
  useEffect(() => {
    const choice = shown.current?.querySelector('input:checked')?.parentElement;
    if (shown.current && choice) shown.current.scrollLeft = choice.offsetLeft - (shown.current.clientWidth - choice.offsetWidth) / 2;
  }, [inForce]);
  return (
    <fieldset ref={shown} className="list-search-radios">
      <legend className="unseen">{row.label}</legend>
      {row.chips.map((chip) => (
        <label key={chip.value} className="list-search-radio">
          <input
            type="radio"
            name={name}
            value={chip.value}
            // Browsers that open a page again would put an earlier choice back, which is not what the address asks for.
            autoComplete="off"
            checked={chip.value === value}
            disabled={chip.count === 0 && chip.value !== value}
            onChange={({ currentTarget: { form } }) => {
              setValue(chip.value);
              if (form) onChoose(form);
            }}
          />
          <span>
            {chip.label}
            <Count of={chip} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
