import type { ReactElement } from 'react';
import type { SectionOf, SectionProps } from '../kinds';
import { Facts } from '../show/Show';
import { useShow } from '../show/useShow';

/** Plain words, a paragraph for each line, and facts below them. */
export function TextSection({ section }: SectionProps<SectionOf<'text'>>): ReactElement | null {
  const shows = useShow();
  const words = shows.words(section.text);
  const facts = shows.all(section.fields);
  if (words === '' && facts.length === 0) return null;
  return (
    <div className="wrap prose">
      {words.split(/\n+/).filter((line) => line.trim() !== '').map((line, index) => <p key={index}>{line}</p>)}
      <Facts facts={facts} />
    </div>
  );
}
