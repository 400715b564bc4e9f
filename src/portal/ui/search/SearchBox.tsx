import { useId, useState, type InputHTMLAttributes, type ReactElement, type RefObject } from 'react';
import { useLoaded } from '../useLoaded';

/** What suggestions make of a box, once they are there. */
export type Driven = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'role'
  | 'autoComplete'
  | 'spellCheck'
  | 'onChange'
  | 'onCompositionEnd'
  | 'onKeyDown'
  | 'onFocus'
  | 'onBlur'
  | 'onClick'
  | `aria-${'autocomplete' | 'expanded' | 'controls' | 'activedescendant'}`
>;

/** A box for words that the whole site is searched for. What helps to fill it in is fetched when it is gone to; until then, and without scripts, it is a plain one. */
export function SearchBox({
  box,
  label,
  className,
  name,
  value,
}: {
  box: RefObject<HTMLInputElement>;
  label: string;
  className?: string;
  name: string;
  value?: string;
}): ReactElement {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const [driven, setDriven] = useState<Driven>({});
  const { part: Suggestions } = useLoaded(() => import('./Suggestions').then((module) => module.Suggestions), wanted);
  return (
    <>
      <input
        {...driven}
        ref={box}
        className={className}
        type="search"
        name={name}
        maxLength={100}
        defaultValue={value}
        placeholder={label}
        aria-label={label}
        onFocus={(event) => {
          setWanted(true);
          driven.onFocus?.(event);
        }}
      />
      {Suggestions && <Suggestions id={id} box={box} onDrive={setDriven} />}
    </>
  );
}
