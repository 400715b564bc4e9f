import type { ReactElement } from 'react';
import type { Card } from '../../model/definitions.g';
import { usePortal } from '../context';

/** Empty cards in the place of those on their way. */
export function Skeleton({ columns, shape }: { columns: number; shape: Card['shape'] }): ReactElement {
  const { say } = usePortal();
  return (
    <div role="status" aria-label={say('loading')}>
      <ul className={`cards cards-${shape} columns-${columns}`} aria-hidden="true">
        {Array.from({ length: columns * 2 }, (_, index) => (
          <li key={index}>
            <div className={`card card-${shape} skeleton`}>
              {shape !== 'line' && shape !== 'stub' && <div className="card-picture"><span className="picture ratio-4-3" /></div>}
              <div className="card-body"><span className="bone bone-title" /><span className="bone" /><span className="bone bone-short" /></div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
