import { useId, type MouseEvent, type ReactElement } from 'react';
import type { Chapter } from './useOffer';

interface ChapterListProps {
  label: string;
  labelId: string | undefined;
  chapters: readonly Chapter[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** Films to choose from; without scripts each leads to its file. */
export function ChapterList({ label, labelId, chapters, chosen, onChoose }: ChapterListProps): ReactElement {
  const id = useId();
  const choose = (event: MouseEvent, index: number): void => {
    event.preventDefault();
    onChoose(index);
  };
  return (
    <nav className="player-chapters" aria-labelledby={`${labelId === undefined ? '' : `${labelId} `}${id}`}>
      <p className="player-chapters-label" id={id}>
        {label}
      </p>
      <ol className="player-chapter-list">
        {chapters.map(({ title, offer }, index) => (
          <li key={index}>
            <a
              className="player-chapter"
              href={offer.kind === 'nothing' ? '#' : offer.address}
              aria-current={index === chosen ? 'true' : undefined}
              onClick={(event) => choose(event, index)}
            >
              <span className="player-chapter-number">{String(index + 1).padStart(2, '0')}</span>
              <span className="player-chapter-title">{title}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
