import type { ReactElement } from 'react';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { Facts } from '../ui/Words';
import { useShow } from '../ui/useShow';
import './FieldsSection.css';

/** A list of facts, as lines or as large figures; those without a value are left out, and so is a list without facts. */
export function FieldsSection({ section }: SectionProps<SectionOf<'fields'>>): ReactElement | null {
  const facts = useShow().all(section.fields);
  return facts.length === 0 ? null : (
    <div className="wrap">
      <Facts facts={facts} className={section.shape === 'figures' ? 'fields-section-figures' : 'facts'} />
    </div>
  );
}
