import type { ReactElement } from 'react';
import type { Card, Load } from '../../model/definitions.g';
import type { Json } from '../../model/json';
import { hasState } from '../../runtime/lists';
import { parsePointer, resolve } from '../../model/pointer';
import { usePage, useShell } from '../data/context';
import { CardList } from '../lists/CardList';
import { EntryCard } from '../ui/renderers';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { ListBody } from '../lists/ListBody';
import { ListControls } from '../lists/ListControls';
import { buildAnchor, useLoadList } from '../lists/useList';
import { EmptyState } from '../ui/EmptyState';
import { TargetLink } from '../ui/actions/TargetLink';
import { Skeleton } from '../ui/Skeleton';
import { Wording } from '../ui/OriginalMark';
import { useShow } from '../ui/useShow';
import { Icon } from '../ui/icons';
import './ListSection.css';

/** A list of entries, from a load with a state of its own with all that narrows and pages it. */
export function ListSection(props: SectionProps<SectionOf<'list'>>): ReactElement | null {
  const {
    page: { definition },
  } = usePage();
  const source = parsePointer(props.section.rows)[0] ?? '';
  const load = definition.loads?.[source];
  return load && hasState(load) ? <StatefulList {...props} source={source} load={load} /> : <PlainList {...props} source={source} />;
}

function StatefulList({ section, name, source, load }: SectionProps<SectionOf<'list'>> & { source: string; load: Load }): ReactElement {
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

const countColumns = ({ columns, card }: SectionOf<'list'>, cards: Readonly<Record<string, Card>>): number =>
  columns ?? (wide.has(cards[card]?.shape ?? 'tile') ? 1 : 3);
/** Shapes that need the whole width. */
const wide: ReadonlySet<Card['shape']> = new Set(['line', 'row', 'details', 'post', 'table']);

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

/** Words that end in an arrow of their own (ledger DECL-09). */
const arrowed = /[>\u203a\u2192]$/;

function ListHead({
  section,
  name,
  shows,
}: {
  section: SectionOf<'list'>;
  name: string;
  shows: ReturnType<typeof useShow>;
}): ReactElement | null {
  const { say } = useShell();
  const label = shows.words(section.label);
  const more = shows.target(section.more);
  if (label === '' && !more) return null;
  const words = more?.label || say('more');
  return (
    <div className="section-head">
      {label !== '' && (
        <h2 id={`${name}-label`} className="section-title">
          <Wording text={label} />
        </h2>
      )}
      {more?.href !== undefined && (
        <TargetLink target={more} className="list-section-more" label={label === '' ? undefined : `${words} ${label}`}>
          {words}
          {!arrowed.test(words) && <Icon name="arrow" />}
        </TargetLink>
      )}
    </div>
  );
}

/** The entries of a list: objects, or texts and numbers, which a card shows as /row. */
const listEntries = (value: Json | undefined): Json[] =>
  Array.isArray(value) ? value.filter((entry) => entry !== null && entry !== '' && !Array.isArray(entry)) : [];
