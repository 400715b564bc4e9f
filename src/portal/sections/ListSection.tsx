import type { ReactElement } from 'react';
import type { Json } from '../../model/json';
import { hasState } from '../../runtime/lists';
import { parsePointer, resolve } from '../../model/pointer';
import { usePage } from '../data/context';
import { CardList } from '../lists/CardList';
import { EntryCard, useRenderers } from '../ui/renderers';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { EmptyState } from '../ui/EmptyState';
import { Skeleton } from '../ui/Skeleton';
import { useShow } from '../ui/useShow';
import { countColumns, ListHead } from './ListHead';
import './ListSection.css';

/** A list of entries, from a load with a state of its own with all that narrows and pages it. */
export function ListSection(props: SectionProps<SectionOf<'list'>>): ReactElement | null {
  const {
    page: { definition },
  } = usePage();
  const { StatefulList } = useRenderers();
  const source = parsePointer(props.section.rows)[0] ?? '';
  const load = definition.loads?.[source];
  return load && hasState(load) ? <StatefulList {...props} source={source} load={load} /> : <PlainList {...props} source={source} />;
}

/** A short list; the first entry may stand out beside the rest. Without entries and words for it, nothing; members' entries that are on their way keep their place. */
function PlainList({ section, name, source }: SectionProps<SectionOf<'list'>> & { source: string }): ReactElement | null {
  const {
    scope,
    page: { cards, data, heading },
  } = usePage();
  const shows = useShow();
  const rows = listEntries(resolve(section.rows, scope));
  const empty = shows.words(section.empty);
  const withheld = data.loads[source]?.withheld === true;
  if (rows.length === 0 && empty === '' && !withheld) return null;
  const [first] = rows;
  const lead = section.lead !== undefined && first !== undefined ? { card: section.lead, row: first } : undefined;
  const rest = lead ? rows.slice(1) : rows;
  const shape = cards[section.card]?.shape ?? 'tile';
  const columns = countColumns(section, cards);
  return (
    <div className="wrap">
      <ListHead section={section} name={name} shows={shows} />
      {withheld && <Skeleton columns={columns} shape={shape} />}
      {!withheld &&
        (rows.length === 0 ? (
          <EmptyState words={empty} />
        ) : (
          <div className={lead ? `list-section-led list-section-led-${shape}` : undefined}>
            {lead && (
              <div className="list-section-lead">
                <EntryCard card={lead.card} row={lead.row} index={1} lazy={false} level={3} opens={section.opens} />
              </div>
            )}
            {rest.length > 0 && (
              <CardList
                card={section.card}
                rows={rest}
                columns={columns}
                first={lead ? 2 : 1}
                below
                caption={shows.words(section.label) || heading}
                strip={section.narrow === 'strip'}
                opens={section.opens}
              />
            )}
          </div>
        ))}
    </div>
  );
}

/** The entries of a list: objects, or texts and numbers, which a card shows as /row. */
const listEntries = (value: Json | undefined): Json[] =>
  Array.isArray(value) ? value.filter((entry) => entry !== null && entry !== '' && !Array.isArray(entry)) : [];
