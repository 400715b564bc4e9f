import type { ReactElement } from 'react';
import { useShell } from '../data/context';
import { Icon } from '../ui/icons';
import { useTextSize } from './textSize';
import './TextSizeSwitch.css';

/** Makes all letters of the site larger, or standard again. Its words are those of the page's state before scripts have come. */
export function TextSizeSwitch(): ReactElement {
  const { say } = useShell();
  const { large, toggle } = useTextSize();
  return (
    <button type="button" className="header-link" aria-pressed={large} onClick={toggle}>
      <Icon name="text" />
      <span className="text-size-switch-large">{say('largeText')}</span>
      <span className="text-size-switch-standard">{say('standardText')}</span>
    </button>
  );
}
