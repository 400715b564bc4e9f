import type { ReactElement } from 'react';
import { usePage, useShell } from '../data/context';
import { PageTool } from '../ui/renderers';
import './Rail.css';

/** The controls at the side of the page; going back to the top is among them on every page (ledger SHELL-21). */
export function Rail(): ReactElement {
  const {
    page: {
      definition: { tools = {} },
      status,
    },
  } = usePage();
  const { say } = useShell();
  const entries = status === 200 ? Object.entries(tools) : [];
  const top = entries.some(([, { tool }]) => tool === 'top');
  return (
    <aside className="rail" aria-label={say('tools')}>
      {entries.map(([name, tool]) => (
        <PageTool key={name} tool={tool} />
      ))}
      {!top && <PageTool tool={{ tool: 'top' }} />}
    </aside>
  );
}
