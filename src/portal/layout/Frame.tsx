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
    page: { data, heading, definition, path, status },
  } = usePage();
  const composed = definition.kind === 'composed';
  // A home page begins with what it shows itself.
  const headed = !composed || path !== '/';
  const bannered = status === 200 && (definition.banner ?? headed);
  const onPaper = definition.kind === 'form';
  return (
    <>
      <a className="skip" href="#main">
        {say('skipToContent')}
      </a>
      <ReadingBar />
      <Header key={path} />
      <main id="main" tabIndex={-1}>
        {bannered && !onPaper && <Banner />}
        {composed && !bannered && !hasOwnTitle(definition) && status === 200 && <h1 className="unseen">{heading || site.title}</h1>}
        {status === 200 && (definition.crumbs ?? headed) && <Crumbs />}
        {bannered && onPaper && <Banner />}
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
