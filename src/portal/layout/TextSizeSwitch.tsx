import type { ReactElement } from 'react';
import { useShell } from '../data/context';
import { useHydrated } from '../data/session';
import { Icon } from '../ui/icons';
import { useTextSize } from './textSize';

/** Makes all letters of the site larger, or standard again. */
export function TextSizeSwitch(): ReactElement {
  const { say } = useShell();
  const { large, toggle } = useTextSize(useHydrated());
  return (
    <button type="button" className="header-link" aria-pressed={large} onClick={toggle}>
      <Icon name="text" />
      {say(large ? 'standardText' : 'largeText')}
    </button>
  );
}
