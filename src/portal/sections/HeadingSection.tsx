import type { ReactElement } from 'react';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { OriginalMark } from '../ui/OriginalMark';
import { Inline, Tags, Words } from '../ui/Words';
import { useShow } from '../ui/useShow';
import { FontSizes } from './FontSizes';
import './HeadingSection.css';

/** The head of an article: its title, a line of facts and, where asked for, the font sizes. */
export function HeadingSection({ section }: SectionProps<SectionOf<'heading'>>): ReactElement | null {
  const shows = useShow();
  const title = shows.one(section.title);
  const subtitle = shows.one(section.subtitle);
  const tags = shows.one(section.tags);
  const facts = shows.all(section.fields);
  if (!title) return null;
  return (
    <header className="wrap heading-section-head">
      {tags && (
        <p className="heading-section-tags">
          <Tags tags={tags.tags ?? [tags.text]} />
        </p>
      )}
      <h1 className="heading-section-title">
        <Words shown={title} />
        <OriginalMark of={title.text} />
      </h1>
      {subtitle && (
        <div className="heading-section-subtitle">
          <Words shown={subtitle} />
        </div>
      )}
      {(facts.length > 0 || section.fontSizes) && (
        <div className="heading-section-line">
          <p className="heading-section-facts">
            {facts.map(([name, shown]) => (
              <Inline key={name} shown={shown} />
            ))}
          </p>
          {section.fontSizes && <FontSizes />}
        </div>
      )}
    </header>
  );
}
