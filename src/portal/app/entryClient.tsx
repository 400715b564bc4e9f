import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { Payload } from '../../model/payload';
import { createBrowserCall } from '../data/api';
import { loadStyles } from '../data/loadStyles';
import { completeWords } from '../data/words';
import { settleKinds } from './kinds';
import { Portal } from './Portal';
import { mendPictures } from '../ui/mendPictures';
import { browserKinds } from './registry';
import { keepTextSize } from '../layout/textSize';

/** Takes over the page that the server rendered. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  const written = document.getElementById('payload')?.textContent;
  if (!root || !written) return;
  const sent = JSON.parse(written) as Payload;
  keepTextSize(sent.shell);
  // Sections whose files cannot be had say so in their place. Styles that cannot be had are asked for again by what needs them.
  const [payload] = await Promise.all([completeWords(sent), settleKinds(browserKinds, sent.page), loadStyles().catch(() => undefined)]);
  const { prefix } = payload.shell;
  const address = (window.location.pathname.slice(prefix.length) || '/') + window.location.search;
  hydrateRoot(
    root,
    <BrowserRouter basename={prefix}>
      <Portal payload={payload} kinds={browserKinds} call={createBrowserCall(payload.shell)} address={address} />
    </BrowserRouter>,
  );
  mendPictures(document);
  // What fetches data is not needed to read a page, but for its next state.
  for (const later of [() => import('../../runtime/pageData'), () => import('../data/keepReplies')]) later().catch(() => undefined);
}

void start();
