import type { ReactElement } from 'react';
import { SectionList } from '../dispatch';
import type { SectionOf, SectionProps } from '../kinds';

/** Sections side by side on a wide screen; their shares of the width are told to the style sheet by a class. */
export function GroupSection({ section, name }: SectionProps<SectionOf<'group'>>): ReactElement {
  const count = Object.keys(section.sections).length;
  const widths = section.widths ?? Array.from({ length: count }, () => 1);
  return <div className={`wrap group group-${widths.join('-')} group-of-${count}`}><SectionList sections={section.sections} prefix={name} /></div>;
}
