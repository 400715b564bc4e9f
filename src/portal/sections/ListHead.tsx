import type { ReactElement } from 'react';
import type { Card } from '../../model/definitions.g';
import { useShell } from '../data/context';
import type { SectionOf } from '../ui/kindProps';
import { TargetLink } from '../ui/actions/TargetLink';
import { Wording } from '../ui/OriginalMark';
import type { useShow } from '../ui/useShow';
import { Icon } from '../ui/icons';
import './ListSection.css';

/** Returns how many cards of a list stand side by side. */
export const countColumns = ({ columns, card }: SectionOf<'list'>, cards: Readonly<Record<string, Card>>): number =>
  columns ?? (wide.has(cards[card]?.shape ?? 'tile') ? 1 : 3);
/** Shapes that need the whole width. */
const wide: ReadonlySet<Card['shape']> = new Set(['line', 'row', 'details', 'post', 'table']);

/** Words that end in an arrow of their own (ledger DECL-09). */
const arrowed = /[>\u203a\u2192]$/;

/** The heading of a list among others, and the way to all of it. */
export function ListHead({
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
