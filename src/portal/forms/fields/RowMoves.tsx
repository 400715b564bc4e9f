import { useEffect, useRef, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Outline } from '../../ui/icons';
import { glyphs } from './glyphs';

interface RowMovesProps {
  /** What the row is called. */
  name: string;
  index: number;
  count: number;
  onMove: (from: number, to: number) => void;
}

/** Moves a row up or down; the focus goes along with it. */
export function RowMoves({ name, index, count, onMove }: RowMovesProps): ReactElement {
  const { say } = useShell();
  const here = useRef<HTMLSpanElement>(null);
  const moved = useRef<{ to: number; way: number }>();
  useEffect(() => {
    if (!moved.current) return;
    const { to, way } = moved.current;
    moved.current = undefined;
    const row = here.current?.closest('ol')?.children.item(to);
    const [up, down] = row?.querySelectorAll<HTMLButtonElement>(':scope > .rows-field-moves > button') ?? [];
    const [wanted, other] = way < 0 ? [up, down] : [down, up];
    (wanted?.disabled ? other : wanted)?.focus();
  });
  const move = (way: -1 | 1): void => {
    moved.current = { to: index + way, way };
    onMove(index, index + way);
  };
  return (
    <span ref={here} className="rows-field-moves">
      <button type="button" className="rows-field-move" disabled={index === 0} onClick={() => move(-1)}>
        <Outline path={glyphs.up} />
        <span className="unseen">{say('rowUp', { name })}</span>
      </button>
      <button type="button" className="rows-field-move" disabled={index === count - 1} onClick={() => move(1)}>
        <Outline path={glyphs.down} />
        <span className="unseen">{say('rowDown', { name })}</span>
      </button>
    </span>
  );
}
