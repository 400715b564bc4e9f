import { Fragment, useRef, useState, type ReactElement } from 'react';
import { useShell } from '../data/context';
import type { Shown } from '../../runtime/display';
import { Icon } from './icons';
import { Wording } from './OriginalMark';
import { useQrPicture } from './useQrPicture';
import './QrPicture.css';
import './Words.css';

/** The words of a display in the form it asks for: labels, rich text, highlights, a link, a QR code, stars, text that can be expanded, or plain words. */
export function Words({ shown }: { shown: Shown }): ReactElement {
  const { foreign, localize } = useShell();
  if (shown.tags) return <Tags tags={shown.tags} />;
  if (shown.html !== undefined)
    return <span className="rich-text-line" lang={foreign(shown.html)} dangerouslySetInnerHTML={{ __html: shown.html }} />;
  if (shown.pieces) {
    const pieces = shown.pieces.map(({ text, hit }, index) => (hit ? <mark key={index}>{text}</mark> : text));
    return <span lang={foreign(shown.text)}>{pieces}</span>;
  }
  if (shown.href !== undefined)
    return (
      <a
        className="words-link reach"
        href={localize(shown.href)}
        {...(shown.href.startsWith('http') ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      >
        <Wording text={shown.text} />
      </a>
    );
  if (shown.qr !== undefined) return <QrWords code={shown.qr} words={shown.text} label={shown.label} />;
  if (shown.stars !== undefined)
    return (
      <span className="words-stars" role="img" aria-label={shown.text}>
        {'★'.repeat(shown.stars)}
        <span className="words-stars-off">{'★'.repeat(5 - shown.stars)}</span>
      </span>
    );
  if (shown.span !== undefined) return <Times {...shown.span} />;
  if (shown.full !== undefined && shown.expand) return <Expandable short={shown.text} full={shown.full} />;
  return <Wording text={shown.text} />;
}

/** A moment, or a beginning and an end; the sign between them is read out as a word. Lines break between its parts, not within them. */
export function Times({ times, join }: NonNullable<Shown['span']>): ReactElement {
  const { say } = useShell();
  return (
    <span className="words-times">
      {times.map(({ text, at }, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <span role="img" aria-label={say('spanRead')}>
              {join}
            </span>
          )}
          <time dateTime={at}>{text}</time>
        </Fragment>
      ))}
    </span>
  );
}

/** Small labels side by side. */
export function Tags({ tags }: { tags: readonly string[] }): ReactElement {
  return (
    <span className="tags">
      {tags.map((tag, index) => (
        <span key={`${index}-${tag}`} className="tag">
          <Wording text={tag} />
        </span>
      ))}
    </span>
  );
}

/** Pixels across. */
const qrSize = 120;

/** Words that are also there to be scanned. */
function QrWords({ code, words, label }: { code: string; words: string; label: string }): ReactElement {
  const { say } = useShell();
  const place = useRef<HTMLSpanElement>(null);
  const drawn = useQrPicture(code, qrSize, place);
  return (
    <span ref={place} className="words-qr">
      <span className="words-qr-words">{words}</span>
      <span className="words-qr-picture qr-picture">
        {drawn !== undefined && (
          <img src={drawn} width={qrSize} height={qrSize} alt={say('qrOf', { title: label === '' ? words : label })} />
        )}
      </span>
    </span>
  );
}

function Expandable({ short, full }: { short: string; full: string }): ReactElement {
  const { say } = useShell();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Wording text={open ? full : short} />
      <button type="button" className="words-expand reach" aria-expanded={open} onClick={() => setOpen(!open)}>
        {say(open ? 'collapse' : 'expand')}
      </button>
    </>
  );
}

/** A display within a line: its icon, its label and its words. */
export function Inline({ shown, className = '' }: { shown: Shown; className?: string }): ReactElement {
  return (
    <span className={`inline ${toToneClass(shown)} ${className}`.trim()}>
      {shown.icon && <Icon name={shown.icon} />}
      {shown.label !== '' && (
        <span className="inline-label">
          <Wording text={shown.label} />
        </span>
      )}
      <Words shown={shown} />
    </span>
  );
}

/** Facts with their labels; nothing when there are none. */
export function Facts({
  facts,
  className = 'facts',
}: {
  facts: readonly (readonly [string, Shown])[];
  className?: string;
}): ReactElement | null {
  if (facts.length === 0) return null;
  return (
    <dl className={className}>
      {facts.map(([name, shown]) => (
        <div key={name} className={`fact ${shown.label === '' ? 'fact-bare' : ''} ${toToneClass(shown)}`}>
          <dt>
            {shown.icon && <Icon name={shown.icon} />}
            <span className={shown.label === '' ? 'unseen' : undefined}>
              <Wording text={shown.label} />
            </span>
          </dt>
          <dd className={toClampClass(shown)}>
            <Words shown={shown} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Returns the class that cuts words after a number of lines, if the display asks for it. */
export const toClampClass = (shown: Shown | undefined): string | undefined =>
  shown?.lines === undefined ? undefined : `clamp clamp-${shown.lines}`;

/** Returns the class of a display's colour. */
export const toToneClass = (shown: Shown | undefined): string => (shown?.tone === undefined ? '' : `tone-${shown.tone}`);
