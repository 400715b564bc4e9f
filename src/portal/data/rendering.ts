import type { Payload } from '../../model/payload';
import type { Call } from '../../runtime/pageData';

/** The call of a page that is only rendered: there is none to make, its data is in the payload. */
export const noCall: Call = () => Promise.resolve({ ok: false, rows: [], total: 0 });

/** The classes of the body: the kind of the page and the look of the header. */
export function pageClass({ shell, page }: Payload): string {
  return `kind-${page.status === 200 ? page.page.kind : 'error'} header-${shell.theme.header ?? 'light'}`;
}

/** The classes of the root element; gray mode filters the whole page (ledger SHELL-23). */
export function rootClass({ shell }: Payload): string {
  return shell.gray ? 'gray' : '';
}
