import type { ReactElement, ReactNode } from 'react';
import { useShell } from '../data/context';
import './EmptyState.css';

/** What stands in place of an empty list (ledger CONV-06). */
export function EmptyState({ words, children }: { words?: string; children?: ReactNode }): ReactElement {
  const { say } = useShell();
  return (
    <div className="empty-state">
      <svg
        className="empty-state-picture"
        viewBox="0 0 160 110"
        width="160"
        height="110"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <circle cx="112" cy="30" r="13" className="empty-state-sun" />
        <path d="M8 82c18-6 26-30 42-30 14 0 18 18 30 18s16-26 32-26 22 34 40 38" />
        <path d="M26 92h64M102 92h34M46 101h58" />
        <path d="M66 26c3-4 6-4 8 0 2-4 5-4 8 0M88 16c2-3 4-3 6 0 2-3 4-3 6 0" />
      </svg>
      <p className="empty-state-title">{words || say('noData')}</p>
      {children}
    </div>
  );
}
