import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { type Outcome, type Scan, writeClock } from './scans';

/** A sign beside the words: an outcome is not told by its colour alone. */
const signs: Readonly<Record<Outcome, string>> = {
  done: 'M5 12.5l4.5 4.5L19 7.5',
  noted: 'M5 12.5l4.5 4.5L19 7.5',
  before: 'M12 6.5v7M12 17v.5',
  refused: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  undone: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9',
};

/** What a code came to: large right after it was read, or as a line among others. */
export function ScanWords({ scan, large = false }: { scan: Scan; large?: boolean }): ReactElement {
  const { say } = useShell();
  const { outcome, title, detail, name, group, at, late } = scan;
  return (
    <div className={`scanner-section-words scanner-section-words-${outcome}${large ? ' scanner-section-words-large' : ''}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={signs[outcome]} />
      </svg>
      <div>
        <p className="scanner-section-words-title">{title}</p>
        {name !== '' && (
          <p className="scanner-section-words-name">
            {name}
            {group !== '' && <span>{group}</span>}
          </p>
        )}
        {detail !== '' && <p className="scanner-section-words-detail">{detail}</p>}
        {!large && (
          <p className="scanner-section-words-time">
            {writeClock(at)}
            {late && outcome !== 'noted' && <span>{say('scanLateMark')}</span>}
            {outcome === 'noted' && <span>{say('scanPendingMark')}</span>}
          </p>
        )}
      </div>
    </div>
  );
}
