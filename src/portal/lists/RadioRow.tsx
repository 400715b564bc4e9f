import { useEffect, useRef, useState, type ReactElement } from 'react';
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
