import { useRef, useState, type FocusEvent, type KeyboardEvent, type ReactElement } from 'react';
import type { FilterChoice } from '../../../model/payload';
import { useShell } from '../../data/context';
import { useHydrated } from '../../data/hydration';
import { PortalLink } from '../../ui/PortalLink';
import { Icon } from '../../ui/icons';
import { useShow } from '../../ui/useShow';
import type { MapModel } from './useMap';

/**
 * The types to choose from, as a cascade: a type with finer ones opens the next column. Each choice is a link; without scripts the
 * columns lie below each other.
 */
export function CategoryChooser({ model: { section, categories, href } }: { model: MapModel }): ReactElement | null {
  const { say } = useShell();
  const shows = useShow();
  const box = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (box.current) box.current.open = false;
  };
  if (!categories || !section.categories) return null;
  const { query, label, all } = section.categories;
  const { choices, chosen } = categories;
  const toAddress = (value: string | undefined): string => href({ [query]: value, page: undefined, id: undefined });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !box.current?.open) return;
    close();
    box.current.querySelector('summary')?.focus();
  };
  const onBlur = (event: FocusEvent<HTMLElement>): void => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close();
  };
  return (
    <details ref={box} className="map-types" onKeyDown={onKeyDown} onBlur={onBlur}>
      <summary className="map-types-open">
        <span className="map-types-label">{shows.words(label) || say('mapCategory')}</span>
        <span className="map-types-chosen">{categories.label}</span>
        <Icon name="down" />
      </summary>
      <div className="map-types-body">
        <ul className="map-types-column">
          <li>
            <PortalLink href={toAddress(undefined)} className="map-type" current={chosen === '' ? 'true' : false} onClick={close}>
              {shows.words(all) || say('mapAllCategories')}
            </PortalLink>
          </li>
          <Branches choices={choices} chosen={chosen} toAddress={toAddress} close={close} />
        </ul>
      </div>
    </details>
  );
}

interface BranchProps {
  choices: readonly FilterChoice[];
  chosen: string;
  toAddress: (value: string) => string;
  close: () => void;
}

function Branches({ choices, chosen, toAddress, close }: BranchProps): ReactElement {
  const { say } = useShell();
  const live = useHydrated();
  const within = choices.findIndex((choice) => isWithin(choice, chosen));
  const [picked, setPicked] = useState<number>();
  const open = picked ?? within;
  const turn = (index: number): void => setPicked(open === index ? -1 : index);
  const link = (value: string, words: string): ReactElement => (
    <PortalLink href={toAddress(value)} className="map-type" current={value === chosen ? 'true' : false} onClick={close}>
      {words}
    </PortalLink>
  );
  return (
    <>
      {choices.map(({ value, label, children }, index) => (
        <li key={value}>
          {!children && link(value, label)}
          {children && live && (
            <button type="button" className="map-type" aria-expanded={open === index} onClick={() => turn(index)}>
              {label}
              <Icon name="forward" className="icon icon-small" />
            </button>
          )}
          {children && !live && <span className="map-type map-type-head">{label}</span>}
          {children && (!live || open === index) && (
            <ul className={live ? 'map-types-column map-types-next' : 'map-types-inner'} aria-label={label}>
              <li>{link(value, say('mapWholeCategory', { name: label }))}</li>
              <Branches choices={children} chosen={chosen} toAddress={toAddress} close={close} />
            </ul>
          )}
        </li>
      ))}
    </>
  );
}

const isWithin = ({ value, children = [] }: FilterChoice, chosen: string): boolean =>
  chosen !== '' && children.length > 0 && (value === chosen || children.some((child) => child.value === chosen || isWithin(child, chosen)));
