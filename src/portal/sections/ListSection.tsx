import type { ReactElement } from 'react';
import type { Json, JsonObject } from '../../model/payload';
import { resolve } from '../../runtime/scope';
import { usePortal } from '../context';
import { CardFor } from '../dispatch';
import type { SectionOf, SectionProps } from '../kinds';
import { NoData } from '../show/NoData';
import { useShow } from '../show/useShow';
import { Go } from '../shell/Go';
import { Icon } from '../shell/icons';

/** A short list of entries; the first one may stand out beside the rest. Without entries and words for it, nothing. */
export function ListSection({ section, name }: SectionProps<SectionOf<'list'>>): ReactElement | null {
  const { scope, page: { cards } } = usePortal();
  const shows = useShow();
  const rows = objects(resolve(section.rows, scope));
  const empty = shows.words(section.empty);
  if (rows.length === 0 && empty === '') return null;
  const [first] = rows;
  const lead = section.lead !== undefined && first ? { card: section.lead, row: first } : undefined;
  const rest = lead ? rows.slice(1) : rows;
  const shape = cards[section.card]?.shape ?? 'tile';
  return (
    <div className="wrap">
      <ListHead section={section} name={name} shows={shows} />
      {rows.length === 0 ? <NoData words={empty} /> : (
        <div className={lead ? `led led-${shape}` : undefined}>
          {lead && <div className="lead"><CardFor card={lead.card} row={lead.row} index={0} /></div>}
          {rest.length > 0 && (
            <ul className={`cards cards-${shape} columns-${section.columns ?? (shape === 'line' || shape === 'row' ? 1 : 3)}`}>
              {rest.map((row, index) => <li key={typeof row['id'] === 'string' ? row['id'] : `row-${index}`}><CardFor card={section.card} row={row} index={index + 4} /></li>)}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

function ListHead({ section, name, shows }: { section: SectionOf<'list'>; name: string; shows: ReturnType<typeof useShow> }): ReactElement | null {
  const { say } = usePortal();
  const label = shows.words(section.label);
  const more = shows.target(section.more);
  if (label === '' && !more) return null;
  return (
    <div className="section-head">
      {label !== '' && <h2 id={`${name}-label`} className="section-title">{label}</h2>}
      {more?.href !== undefined && <Go href={more.href} newWindow={more.newWindow} className="more-link" label={label === '' ? undefined : `${more.label || say('more')} ${label}`}>{more.label || say('more')}<Icon name="arrow" /></Go>}
    </div>
  );
}

const objects = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter((entry): entry is JsonObject => entry !== null && typeof entry === 'object' && !Array.isArray(entry)) : []);
