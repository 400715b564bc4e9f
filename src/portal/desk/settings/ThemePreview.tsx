import { useEffect, useRef, type ReactElement } from 'react';
import { asObject, asText, type Json } from '../../../model/json';
import type { SettingNode } from '../../../model/settingsForm';
import { useShell } from '../../data/context';

/** How a page would look, where the settings have colours. */
export function ThemePreview({
  values,
  nodes,
}: {
  values: Readonly<Record<string, Json>>;
  nodes: Readonly<Record<string, SettingNode>>;
}): ReactElement | null {
  const { say, shell } = useShell();
  const place = Object.entries(nodes).find(
    ([, node]) => Object.values(node.fields ?? {}).filter(({ look }) => look === 'color').length > 1,
  )?.[0];
  const theme = asObject(place === undefined ? undefined : values[place]);
  const sample = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Styles are set by script: the policy allows none in the markup.
    const { style } = sample.current ?? {};
    for (const name of ['color', 'accent', 'paper']) style?.setProperty(`--sample-${name}`, asText(theme[name]));
    style?.setProperty('--sample-radius', `${asText(theme['radius']) || 0}px`);
  });
  if (place === undefined) return null;
  const look = `settings-sample settings-sample-${asText(theme['header']) || 'light'} settings-sample-${asText(theme['display']) || 'serif'}`;
  return (
    <figure className="settings-preview">
      <div ref={sample} className={look} aria-hidden="true">
        <div className="settings-sample-head">
          <b>{shell.site.title}</b>
          <span>{say('settingsSampleMenu')}</span>
        </div>
        <div className="settings-sample-body">
          <h3>{say('settingsSampleTitle')}</h3>
          <p>{say('settingsSampleText')}</p>
          <span className="settings-sample-button">{say('settingsSampleButton')}</span>
          <i>{say('settingsSampleMark')}</i>
        </div>
      </div>
      <figcaption>{say('settingsSample')}</figcaption>
    </figure>
  );
}
