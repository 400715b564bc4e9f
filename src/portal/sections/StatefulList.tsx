import type { ReactElement } from 'react';
import { usePage } from '../data/context';
import { ListBody } from '../lists/ListBody';
import { ListControls } from '../lists/ListControls';
import { buildAnchor, useLoadList } from '../lists/useList';
import type { StatefulListProps } from '../ui/kindProps';
import { countColumns, ListHead } from './ListHead';

/** A list with a state of its own, and all that narrows and pages it. */
export function StatefulList({ section, name, source, load }: StatefulListProps): ReactElement {
  const {
    page: { cards },
  } = usePage();
  const list = useLoadList(source, load, section, countColumns(section, cards));
  return (
    <div className="wrap" id={buildAnchor(source)}>
      <ListHead section={section} name={name} shows={list.shows} />
      <ListControls list={list} />
      <ListBody
        list={list}
        empty={section.empty}
        end={section.end}
        level={3}
        caption={list.shows.words(section.label)}
        opens={section.opens}
      />
    </div>
  );
}
