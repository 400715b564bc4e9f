import type { ReactElement } from 'react';
import { Wording } from '../ui/OriginalMark';
import { PortalLink } from '../ui/PortalLink';
import type { Chip, FilterRow } from './useList';
import './FilterRows.css';

/** The number of items behind a choice, where it is known. */
export const Count = ({ of: { count, more } }: { of: Chip }): ReactElement | null =>
  count === undefined ? null : (
    <small className="filter-rows-count">
      {' '}
      {count}
      {more && '+'}
    </small>
  );

/** Quiet rows of choices; each is a link, so that a list can be narrowed without scripts. */
export function FilterRows({ rows }: { rows: readonly FilterRow[] }): ReactElement {
  return (
    <>
      {rows.map((row) => (
        <div key={row.key} className="filter-rows-row" role="group" aria-labelledby={row.label === '' ? undefined : `filter-${row.key}`}>
          <span className="filter-rows-label" id={`filter-${row.key}`}>
            <Wording text={row.label} />
          </span>
          <div className="filter-rows-chips">
            {row.chips.map((chip) =>
              chip.count === 0 && !chip.chosen ? (
                <span key={chip.value} className="filter-rows-chip" role="link" aria-disabled="true">
                  <Wording text={chip.label} />
                  <Count of={chip} />
                </span>
              ) : (
                <PortalLink key={chip.value} href={chip.href} className="filter-rows-chip" current={chip.chosen ? 'true' : false}>
                  <Wording text={chip.label} />
                  <Count of={chip} />
                </PortalLink>
              ),
            )}
          </div>
        </div>
      ))}
    </>
  );
}
