import type { ReactElement } from 'react';
import type { Sections } from '../../model/definitions.g';
import { holds } from '../../runtime/condition';
import { usePage } from '../data/context';
import { useShow } from '../ui/useShow';
import './FormJumps.css';

/**
 * The ways to the forms that stand beside a list, for narrow screens, where they stand below it: there the list begins on the first screen,
 * and so does the way to write. Plain links to a place on the page, which need no scripts.
 * @param sections those beside the list
 * @param prefix what the ids of these sections begin with
 */
export function FormJumps({ sections, prefix }: { sections: Sections; prefix: string }): ReactElement {
  const { scope, page } = usePage();
  const { words } = useShow();
  const forms = Object.entries(sections).flatMap(([name, section]) => {
    if (section.section !== 'form' || !holds(section.when, scope)) return [];
    const form = page.forms[section.form];
    return form ? [{ name, label: words(section.label) || words(form.label) || words(form.submit.label) }] : [];
  });
  return (
    <>
      {forms.map(({ name, label }) => (
        <a key={name} className="form-jumps-link button button-small" href={`#${prefix}-${name}`}>
          {label}
        </a>
      ))}
    </>
  );
}
