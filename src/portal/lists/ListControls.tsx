import type { ReactElement, ReactNode } from 'react';
import type { Target } from '../../runtime/action';
import { usePageState, useShell } from '../data/context';
import { ActionButton } from '../ui/actions/ActionButton';
import { FilterRows } from './FilterRows';
import { ListSearch } from './ListSearch';
import { RangeFilter } from './RangeFilter';
import { SortLinks, ViewLinks } from './SortLinks';
import type { List } from './useList';
import './ListControls.css';

/**
 * What stands above the entries of a list: ways to narrow it, slices and orders, how many there are, a search, and what else can be done
 * there: `actions` by their names, `jumps` to what stands elsewhere on the page.
 */
export function ListControls({ list, actions = [], jumps }: ListControlsProps): ReactElement {
  const { search } = list.controls;
  return (
    <>
      {search && list.leads && <ListSearch list={list} search={search} />}
      {list.rows.length + list.ranges.length > 0 && <Filters list={list} />}
      <ListBar list={list} actions={actions} jumps={jumps} />
    </>
  );
}

/** Rows of filters that a visitor sees at once; with one more than that, it is no use to hide it. */
const shownAtOnce = 3;

/** The filters of a list; where there are many the later ones are folded away, so that its first entry stays on the first screen. */
function Filters({ list }: { list: List }): ReactElement {
  const { say } = useShell();
  const folds = list.rows.length > shownAtOnce && list.rows.length + list.ranges.length > shownAtOnce + 1;
  const folded = folds ? list.rows.slice(shownAtOnce) : [];
  const inUse =
    folded.some(({ chips }) => chips.some(({ chosen, value }) => chosen && value !== '')) ||
    list.ranges.some(({ from, to }) => from + to !== '');
  const ranges = list.ranges.map((range) => <RangeFilter key={range.name} list={list} {...range} />);
  return (
    <section className="filter-rows" aria-label={say('filters')}>
      <FilterRows rows={folds ? list.rows.slice(0, shownAtOnce) : list.rows} />
      {folds ? (
        <details className="filter-rows-more" open={inUse}>
          <summary className="filter-rows-fold">{say('moreFilters')}</summary>
          <FilterRows rows={folded} />
          {ranges}
        </details>
      ) : (
        ranges
      )}
    </section>
  );
}

interface ListBarProps {
  list: List;
  actions: readonly (readonly [string, Target])[];
  jumps?: ReactNode;
}

/** A list, and what stands beside its controls. */
export type ListControlsProps = Omit<ListBarProps, 'actions'> & Partial<ListBarProps>;

function ListBar({ list, actions, jumps }: ListBarProps): ReactElement | null {
  const { say } = useShell();
  const { busy } = usePageState();
  const { tabs, sorts, search } = list.controls;
  if (!tabs && !sorts && !search && actions.length === 0 && !jumps && list.total === 0 && list.views.length === 0) return null;
  return (
    <div className="list-controls">
      {tabs && <SortLinks list={list} kind="tab" sorts={tabs} />}
      {sorts && <SortLinks list={list} kind="sort" sorts={sorts} />}
      {list.views.length > 0 && <ViewLinks views={list.views} />}
      <p className="list-controls-count" role="status">
        {busy || list.withheld ? say('loading') : list.ok && say('totalItems', { total: list.total })}
      </p>
      {search && !list.leads && <ListSearch list={list} search={search} />}
      {actions.length > 0 && (
        <p className="list-controls-actions">
          {actions.map(([name, target]) => (
            <ActionButton key={name} target={target} className="button-small" />
          ))}
        </p>
      )}
      {jumps}
    </div>
  );
}
