import type { ReactElement } from 'react';
import { PortalLink } from '../ui/PortalLink';
import type { List } from './useList';
import './FilterRows.css';

/** Quiet rows of choices; each is a link, so that a list can be narrowed without scripts. */
export function FilterRows({ list }: { list: List }): ReactElement {
  return (
    <>
      {list.rows.map((row) => (
        <div key={row.key} className="filter-rows-row" role="group" aria-labelledby={row.label === '' ? undefined : `filter-${row.key}`}>
          <span className="filter-rows-label" id={`filter-${row.key}`}>
            {row.label}
          </span>
          <div className="filter-rows-chips">
            {row.chips.map((chip) => (
              <PortalLink key={chip.value} href={chip.href} className="filter-rows-chip" current={chip.chosen ? 'true' : false}>
                {chip.label}
              </PortalLink>
            ))}
          </div>
        </div>
      ))}
    </>
  );
}
