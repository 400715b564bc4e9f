import type { ReactElement } from 'react';
import { useCells } from '../../cards/TableCard';
import { useShell } from '../../data/context';
import type { CardProps } from '../../ui/kindProps';

/** A line that can be ticked, by the name that is said of it. */
export interface Tick {
  title: string;
  ticked: boolean;
  onTick: () => void;
}

/** A line of a table of the desk, which begins with a tick where something can be done with several of them. */
export function DeskTableRow({ tick, ...props }: Omit<CardProps, 'lazy' | 'level'> & { tick: Tick | undefined }): ReactElement {
  const cells = useCells({ ...props, lazy: true, level: 3 });
  const { say } = useShell();
  return (
    <tr role="row" className={tick?.ticked ? 'card table-card desk-table-ticked' : 'card table-card'}>
      {tick && (
        <td role="cell" className="desk-table-tick">
          <label>
            <input type="checkbox" checked={tick.ticked} onChange={tick.onTick} />
            <span className="unseen">{say('deskChooseRow', { title: tick.title })}</span>
          </label>
        </td>
      )}
      {cells}
    </tr>
  );
}
