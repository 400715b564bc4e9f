import { useState, type ReactElement } from 'react';
import { asString } from '../../model/json';
import { evaluate } from '../../runtime/value';
import { usePage, useShell } from '../data/context';
import { Icon } from '../ui/icons';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { toPictureAddress } from '../ui/Picture';
import { Facts } from '../ui/Words';
import { describePageItem } from '../ui/toggles/describeItem';
import { useShow } from '../ui/useShow';
import './AudioSection.css';

/** A recording behind the controls of the browser, which keys and assistive technology know, and its words to read. */
export function AudioSection({ section }: SectionProps<SectionOf<'audio'>>): ReactElement | null {
  const page = usePage();
  const { shell, say, foreign } = useShell();
  const shows = useShow();
  const [failed, setFailed] = useState(false);
  const address = toPictureAddress(evaluate(section.audio, page.scope));
  if (address === undefined) return null;
  const title = shows.words(section.title) || describePageItem(shell, page).title;
  const lines = asString(evaluate(section.transcript, page.scope))
    .split(/\n+/)
    .filter((line) => line.trim() !== '');
  return (
    <div className="wrap audio-section">
      <div className="audio-section-frame">
        <p className="audio-section-title">
          <Icon name="sound" />
          {title}
        </p>
        <audio
          className="audio-section-controls"
          src={address}
          controls
          preload="none"
          aria-label={title}
          onError={() => setFailed(true)}
        />
        <p role="status" className="audio-section-fault">
          {failed && say('audioUnplayable')}
        </p>
        <Facts facts={shows.all(section.fields)} className="facts audio-section-facts" />
      </div>
      {lines.length > 0 && (
        <details className="audio-section-transcript">
          <summary>{say('audioTranscript')}</summary>
          {lines.map((line, index) => (
            <p key={index} lang={foreign(line)}>
              {line}
            </p>
          ))}
        </details>
      )}
    </div>
  );
}
