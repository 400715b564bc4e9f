import type { ReactElement } from 'react';
import { usePortal } from '../data/context';
import { ToolFor } from '../app/dispatch';

/** The controls at the side of the page; going back to the top is among them on every page (ledger SHELL-21). */
export function Rail(): ReactElement {
  const {
    page: {
      page: { tools = {} },
      status,
    },
    say,
  } = usePortal();
  const entries = status === 200 ? Object.entries(tools) : [];
  const top = entries.some(([, { tool }]) => tool === 'top');
  return (
    <div className="rail" role="group" aria-label={say('tools')}>
      {entries.map(([name, tool]) => (
        <ToolFor key={name} tool={tool} />
      ))}
      {!top && <ToolFor tool={{ tool: 'top' }} />}
    </div>
  );
}
