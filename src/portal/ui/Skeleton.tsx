import type { ReactElement } from 'react';
import type { Card } from '../../model/definitions.g';
import { useShell } from '../data/context';
import { toCardListClass } from './cardListClass';
import './Picture.css';
import './Skeleton.css';

/** Shapes that nearly never have a picture. */
const bare: ReadonlySet<Card['shape']> = new Set(['line', 'stub', 'table', 'details', 'post']);
/** Empty cards that are there at least, so that what comes below a list stays out of sight until it is filled. */
const fewest = 5;

/** Empty cards in the place of those on their way. */
export function Skeleton({ columns, shape }: { columns: number; shape: Card['shape'] }): ReactElement {
  const { say } = useShell();
  return (
    <div role="status" aria-label={say('loading')}>
      <ul className={toCardListClass(shape, columns)} aria-hidden="true">
        {Array.from({ length: Math.max(columns * 2, fewest) }, (_, index) => (
          <li key={index}>
            <div className={`card ${shape}-card skeleton`}>
              {!bare.has(shape) && (
                <div className="card-picture">
                  <span className="picture picture-ratio-4-3" />
                </div>
              )}
              <div className="card-body">
                <span className="skeleton-bone skeleton-bone-title" />
                <span className="skeleton-bone" />
                <span className="skeleton-bone skeleton-bone-short" />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
