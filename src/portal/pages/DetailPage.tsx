import type { ReactElement } from 'react';
import { usePage, useShell } from '../data/context';
import { SectionList } from '../ui/renderers';
import type { PageOf, PageProps } from '../ui/kindProps';
import { Skeleton } from '../ui/Skeleton';
import { Columns } from '../layout/Columns';
import { ErrorPage } from './ErrorPage';
import '../ui/Noscript.css';
import '../cards/parts.css';
import '../cards/RowCard.css';
import '../lists/CardList.css';

/** One item: a main column and, where the definition has one, a column beside it. An item for members has its place kept until it is known who asks, and may then turn out not to be there. */
export function DetailPage({ page }: PageProps<PageOf<'detail'>>): ReactElement {
  const {
    page: { data },
  } = usePage();
  const { say } = useShell();
  if (data.main?.withheld)
    return (
      <Columns page={page} id="article">
        <noscript>
          <p className="noscript">{say('noScriptMembers')}</p>
        </noscript>
        <Skeleton columns={1} shape="row" />
      </Columns>
    );
  if (data.main && !data.main.ok) return <ErrorPage status={data.main.status === 404 ? 404 : 500} />;
  return (
    <Columns page={page} id="article">
      <SectionList sections={page.sections} />
      <SectionList sections={page.below} prefix="below" />
    </Columns>
  );
}
