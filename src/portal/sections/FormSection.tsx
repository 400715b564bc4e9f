import type { ReactElement } from 'react';
import { usePage } from '../data/context';
import { areFieldsThere, settleFields } from '../forms/fields/settleFields';
import { FormView } from '../forms/FormView';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { useLoaded } from '../ui/useLoaded';
import './FormSection.css';

/** A form among the other sections of a page. Kinds of fields that are not there yet come before it, in the place that it will take. */
export function FormSection({ section }: SectionProps<SectionOf<'form'>>): ReactElement | null {
  const form = usePage().page.forms[section.form];
  const there = form === undefined || areFieldsThere(form);
  const { part: settled } = useLoaded(
    () =>
      settleFields(form ? [form] : [])
        .catch(() => undefined)
        .then(() => true),
    !there,
  );
  if (!form) return null;
  return <div className="wrap form-section">{(there || settled) && <FormView name={section.form} form={form} />}</div>;
}
