import type { ReactElement } from 'react';
import { usePage, useShell } from '../data/context';
import type { ToolProps } from '../ui/kindProps';
import { describePageItem } from '../ui/toggles/describeItem';
import { ToggleButton } from '../ui/toggles/ToggleButton';

/** A mark that a member sets on the page's item, at the side of the page. */
export function ToggleTool({ tool }: ToolProps): ReactElement | null {
  const { shell } = useShell();
  const shown = describePageItem(shell, usePage());
  return tool.toggle ? <ToggleButton toggle={tool.toggle} shown={shown} className="rail-button rail-toggle" /> : null;
}
