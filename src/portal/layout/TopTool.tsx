import { useEffect, useState, type ReactElement } from 'react';
import { useShell } from '../data/context';
import type { ToolProps } from '../ui/kindProps';
import { useShow } from '../ui/useShow';
import { Icon } from '../ui/icons';

/** Pixels after which the button is there (ledger SHELL-21). */
const distance = 100;

/** Goes back to the top of the page; there only after scrolling. */
export function TopTool({ tool }: ToolProps): ReactElement | null {
  const { say } = useShell();
  const { words } = useShow();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const look = (): void => setShown(window.scrollY > distance);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  const go = (): void => {
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return shown ? (
    <button type="button" className="rail-button rail-go-top" aria-label={words(tool.label) || say('goTop')} onClick={go}>
      <Icon name="top" />
    </button>
  ) : null;
}
