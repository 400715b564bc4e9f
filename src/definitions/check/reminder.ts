import type { Module } from '../../model/definitions.g';
import * as messages from '../problems/messages';

/** Checks that what reminds members of an item opens a page that shows it. */
export function checkReminder({ reminder, pages }: Module, report: messages.Report): void {
  const details = Object.entries(pages)
    .filter(([, page]) => page.kind === 'detail')
    .map(([name]) => name);
  if (reminder && !details.includes(reminder.page))
    report(['reminder', 'page'], messages.unknownName('detail page', reminder.page, details));
}
