import { useEffect, useRef, type ReactElement } from 'react';
import { localizeLinks } from '../../runtime/locale';
import { evaluate } from '../../runtime/value';
import { usePage, useShell } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { OriginalNote } from '../ui/OriginalMark';
import { useShow } from '../ui/useShow';
import { raiseHeadings } from './headings';
import '../ui/RichText.css';

/** Rich text as the server sanitised it. */
export function RichTextSection({ section }: SectionProps<SectionOf<'richText'>>): ReactElement | null {
  const { scope } = usePage();
  const fallback = useShow().words(section.else);
  const value = evaluate(section.value, scope);
  if (typeof value === 'string' && value.trim() !== '')
    return (
      <div className="wrap">
        <RichText html={section.label === undefined ? raiseHeadings(value) : value} />
      </div>
    );
  return fallback === '' ? null : (
    <div className="wrap">
      <p className="quiet">{fallback}</p>
    </div>
  );
}

/** A film that the browser cannot play is followed by words that say so (ledger CONV-27); its error event does not bubble. */
function RichText({ html }: { html: string }): ReactElement {
  const { say, foreign, shell } = useShell();
  const place = useRef<HTMLDivElement>(null);
  const unplayable = say('videoUnplayable');
  useEffect(() => {
    const films = [...(place.current?.querySelectorAll('video') ?? [])];
    const tell = ({ currentTarget }: Event): void => {
      if (!(currentTarget instanceof HTMLVideoElement) || currentTarget.nextElementSibling?.classList.contains('rich-text-unplayable'))
        return;
      const words = document.createElement('p');
      words.className = 'rich-text-unplayable';
      words.setAttribute('role', 'status');
      words.textContent = unplayable;
      currentTarget.after(words);
    };
    for (const film of films) {
      film.addEventListener('error', tell, true);
      if (film.error || film.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) film.dispatchEvent(new Event('error'));
    }
    return () => {
      for (const film of films) film.removeEventListener('error', tell, true);
    };
  }, [html, unplayable]);
  return (
    <>
      <OriginalNote of={html} />
      <div ref={place} className="rich-text" lang={foreign(html)} dangerouslySetInnerHTML={{ __html: localizeLinks(html, shell.prefix) }} />
    </>
  );
}
