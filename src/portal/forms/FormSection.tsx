import type { ReactElement } from 'react';
import { usePage } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { FormView } from './FormView';
import './FormSection.css';

/** A form among the other sections of a page. */
export function FormSection({ section }: SectionProps<SectionOf<'form'>>): ReactElement | null {
  const form = usePage().page.forms[section.form];
  if (!form) return null;
  return (
    <div className="wrap form-section">
      <FormView name={section.form} form={form} />
    </div>
  );
}
