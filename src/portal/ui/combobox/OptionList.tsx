import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import './OptionList.css';

/** Returns the id of an entry of the list below a line. */
const buildOptionId = (id: string, index: number): string => `${id}-found-${index}`;

/** Returns what ties a line to the list below it. */
export const buildComboboxProps = (id: string, shown: boolean, active: number) =>
  ({
    role: 'combobox',
    autoComplete: 'off',
    spellCheck: false,
    'aria-autocomplete': 'list',
    'aria-expanded': shown,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': shown && active >= 0 ? buildOptionId(id, active) : undefined,
  }) as const;

/** The list below a line to type in, which keeps the focus. What the keys point at is brought into sight. */
export function OptionList({
  id,
  label,
  shown,
  active,
  children,
}: {
  id: string;
  label: string;
  shown: boolean;
  active: number;
  children: ReactNode;
}): ReactElement {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (shown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  useEffect(() => {
    if (active >= 0) document.getElementById(buildOptionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <ul
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className="option-list"
      hidden={!shown}
      onPointerDown={(event) => event.preventDefault()}
    >
      {children}
    </ul>
  );
}

/** An entry of the list: `facts` stand below its words, or with `beside` at the end of the line. */
export function OptionEntry({
  id,
  index,
  active,
  chosen,
  facts,
  beside = false,
  onChoose,
  children,
}: {
  id: string;
  index: number;
  active: number;
  chosen: boolean;
  facts: string;
  beside?: boolean;
  onChoose: () => void;
  children: ReactNode;
}): ReactElement {
  return (
    <li
      id={buildOptionId(id, index)}
      role="option"
      aria-selected={chosen}
      className={`option-list-entry ${index === active ? 'option-list-active' : ''} ${beside ? 'option-list-line' : ''}`.trim()}
      onClick={onChoose}
    >
      {children}
      {facts !== '' && <span className="option-list-facts">{facts}</span>}
    </li>
  );
}
