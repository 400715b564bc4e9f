import type { ReactElement } from 'react';
import { evaluate } from '../../runtime/value';
import { usePortal } from '../context';
import type { SectionOf, SectionProps } from '../kinds';
import { useShow } from '../show/useShow';

/** Rich text as the server sanitised it. */
export function RichTextSection({ section }: SectionProps<SectionOf<'richText'>>): ReactElement | null {
  const { scope } = usePortal();
  const fallback = useShow().words(section.else);
  const value = evaluate(section.value, scope);
  if (typeof value === 'string' && value.trim() !== '') return <div className="wrap"><div className="rich" dangerouslySetInnerHTML={{ __html: value }} /></div>;
  return fallback === '' ? null : <div className="wrap"><p className="quiet">{fallback}</p></div>;
}
