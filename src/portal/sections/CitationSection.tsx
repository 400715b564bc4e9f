import { useRef, useState, type ReactElement } from 'react';
import { usePage, useShell } from '../data/context';
import { useHydrated } from '../data/hydration';
import { ActionButton } from '../ui/actions/ActionButton';
import { TargetLink, opensSomething } from '../ui/actions/TargetLink';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { useShow } from '../ui/useShow';
import '../ui/Words.css';
import './CitationSection.css';

/** How an item is cited, with a button that copies it together with the address of the page, and the licence that it is under. */
export function CitationSection({ section }: SectionProps<SectionOf<'citation'>>): ReactElement | null {
  const { say, foreign } = useShell();
  const { page } = usePage();
  const shows = useShow();
  const live = useHydrated();
  const words = useRef<HTMLQuoteElement>(null);
  const [told, setTold] = useState('');
  const text = shows.words(section.text);
  const note = shows.words(section.note);
  const licence = shows.target(section.licence);
  if (text === '') return null;
  const copy = (): void => {
    const address = new URL(page.head.canonical, window.location.href).toString();
    copyText(`${text} ${address}`).then(
      () => setTold(say('citationCopied')),
      () => {
        setTold(say('citationNotCopied'));
        if (words.current) window.getSelection()?.selectAllChildren(words.current);
      },
    );
  };
  return (
    <div className="wrap citation-section">
      <blockquote ref={words} className="citation-section-text" lang={foreign(text)}>
        {text}
      </blockquote>
      {(licence || note !== '') && (
        <p className="citation-section-licence">
          {licence &&
            (opensSomething(licence) ? (
              <TargetLink target={licence} className="words-link">
                {licence.label}
              </TargetLink>
            ) : (
              licence.label
            ))}
          {note !== '' && <span lang={foreign(note)}>{note}</span>}
        </p>
      )}
      <div className="citation-section-tools">
        <button type="button" className="button button-secondary button-small" disabled={!live} onClick={copy}>
          {say('citationCopy')}
        </button>
        {shows.targets(section.actions).map(([name, target]) => (
          <ActionButton key={name} target={target} className="button-small" />
        ))}
        <p role="status" className="citation-section-told">
          {told}
        </p>
      </div>
    </div>
  );
}

/** Puts words into the clipboard. Over plain http browsers have none to offer. */
const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text);
