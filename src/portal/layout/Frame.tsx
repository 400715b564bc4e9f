import type { ReactElement, ReactNode } from 'react';
import { usePage, useShell } from '../data/context';
import { hasOwnTitle } from './Columns';
import { Banner } from './Banner';
import { Crumbs } from './Crumbs';
import { Footer } from './Footer';
import { Header } from './Header';
import { Rail } from './Rail';
import { ReadingBar } from './ReadingBar';
import { Kept } from '../ui/renderers';
import { Toasts } from '../ui/Toasts';

/** What surrounds every page: header, banner, breadcrumbs, footer and the controls at the side. */
export function Frame({ children }: { children: ReactNode }): ReactElement {
  const {
    say,
    shell: { site },
  } = useShell();
  const {
    page: { data, heading, lead, banner, crumbs, definition, path, status },
  } = usePage();
  const composed = definition.kind === 'composed';
  // A home page begins with what it shows itself.
  const headed = !composed || path !== '/';
  const bannered = status === 200 && (definition.banner ?? headed);
  const onPaper = definition.kind === 'form';
  const crumbed = status === 200 && (definition.crumbs ?? headed);
  // The same on every page of a list, however it is narrowed.
  const describe = (): readonly unknown[] | undefined =>
    definition.kind === 'list' ? ['page head', bannered && banner, heading, lead, crumbed && crumbs] : undefined;
  return (
    <>
      <a className="skip" href="#main">
        {say('skipToContent')}
      </a>
      <Kept of={() => ['reading bar']}>
        <ReadingBar />
      </Kept>
      <Header key={path} />
      <main id="main" tabIndex={-1}>
        <Kept of={describe}>
          {bannered && !onPaper && <Banner />}
          {composed && !bannered && !hasOwnTitle(definition) && status === 200 && <h1 className="unseen">{heading || site.title}</h1>}
          {crumbed && <Crumbs />}
          {bannered && onPaper && <Banner />}
        </Kept>
        {children}
      </main>
      <Kept of={() => ['footer']}>
        <Footer />
      </Kept>
      <Rail />
      <Toasts messages={data.failures} />
    </>
  );
}
