import type { ReactElement } from 'react';
import type { MenuEntry } from '../../model/payload';
import { usePortal } from '../context';
import { Go } from './Go';

/** The link of a menu entry; where it requires a login, anonymous visitors go there first and come back (ledger SHELL-13). */
export function MenuLink({ entry, className, current }: { entry: MenuEntry; className: string; current: boolean }): ReactElement {
  const { acting } = usePortal();
  if (entry.href === '') return <span className={className}>{entry.title}</span>;
  const barred = entry.requires === 'login' && !acting.signedIn;
  const href = barred ? `${acting.login}?redirect=${encodeURIComponent(entry.href)}` : entry.href;
  return <Go href={href} newWindow={entry.external && !barred} className={className} current={current}>{entry.title}</Go>;
}
