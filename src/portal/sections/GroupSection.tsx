import type { ReactElement } from 'react';
import { SectionList } from '../ui/renderers';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import './GroupSection.css';

/** Sections side by side on a wide screen; their shares of the width are told to the style sheet by a class. Those that have nothing to show leave theirs to the others. */
export function GroupSection({ section, name }: SectionProps<SectionOf<'group'>>): ReactElement {
  const names = Object.keys(section.sections);
  const shares = Object.fromEntries(names.map((part, index) => [part, section.widths?.[index] ?? 1]));
  return (
    <div className={`wrap group-section group-section-of-${names.length}`}>
      <SectionList sections={section.sections} prefix={name} shares={shares} />
    </div>
  );
}
