import type { ReactElement } from 'react';
import useSWR from 'swr';
import type { Reply } from '../../../model/payload';
import { buildCommentQuery, buildCommentValues, findCommentSections } from '../../../runtime/comments';
import { usePage, useShell } from '../../data/context';
import { buildCallKey } from '../../data/keys';
import type { ToolProps } from '../../ui/kindProps';
import { Icon } from '../../ui/icons';
import { scrollInSteps } from '../../ui/scrollInSteps';
import { useShow } from '../../ui/useShow';
import '../../ui/toggles/ToggleButton.css';

/** How many comments there are, at the side of the page; it leads to them (ledger CONV-09, CONV-10). */
export function CommentsTool({ tool }: ToolProps): ReactElement {
  const { say } = useShell();
  const { page, scope } = usePage();
  const { words } = useShow();
  const [section] = findCommentSections(page.definition);
  const query = section && buildCommentQuery(section, scope);
  const endpoint = page.endpoints[section?.source ?? ''];
  // The comments themselves fetch them; here is only read what they found.
  const { data } = useSWR<Reply>(query && endpoint ? buildCallKey(endpoint, buildCommentValues(endpoint, query, 1)) : null, null, {
    fallbackData: page.data.comments?.[query?.key ?? ''],
  });
  const total = data?.total ?? 0;
  const go = (): void => {
    const comments = document.getElementById('comments');
    if (comments)
      scrollInSteps(comments, () => comments.querySelector<HTMLElement>('textarea, [role=textbox]')?.focus({ preventScroll: true }));
  };
  return (
    <button type="button" className="rail-button rail-toggle" onClick={go}>
      <Icon name="message" />
      <span className="unseen">{words(tool.label) || say('comments')}</span>
      <span className="toggle-button-count">{total}</span>
    </button>
  );
}
