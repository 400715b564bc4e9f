import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { CarriedPayload } from '../../model/payload';
import { createLaterCall } from '../data/laterCall';
import { loadApi, loadKeepReplies, loadPageData } from '../data/laterParts';
import { loadStyles } from '../data/loadStyles';
import { completePayload } from '../data/carried';
import { findAddress, findOpenedAddress } from '../data/opened';
import { settleKinds } from './kinds';
import { Portal } from './Portal';
import { layOutSections } from '../ui/layOutSections';
import { mendPictures } from '../ui/mendPictures';
import { onFirstSign } from '../ui/onFirstSign';
import { browserKinds } from './registry';
import { keepTextSize } from '../layout/textSize';

/** Takes over the page that the server rendered. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  const written = document.getElementById('payload')?.textContent;
  if (!root || !written) return;
  const carried = JSON.parse(written) as CarriedPayload;
  keepTextSize(carried.shell);
  // Styles that cannot be had are asked for again by what needs them.
  const [payload] = await Promise.all([completePayload(carried), loadStyles().catch(() => undefined)]);
  // Sections whose files cannot be had say so in their place.
  await settleKinds(browserKinds, payload.page);
  const { prefix } = payload.shell;
  const address = findOpenedAddress(prefix);
  // Who went back meanwhile is at an address that the server wrote nothing for.
  const fresh = address !== findAddress(prefix);
  const portal = (
    <BrowserRouter basename={prefix}>
      <Portal payload={payload} kinds={browserKinds} call={createLaterCall(payload.shell)} address={address} fresh={fresh} />
    </BrowserRouter>
  );
  // As a transition it is done in slices of a few milliseconds, between which a telephone scrolls; a press hydrates what is left at once.
  startTransition(() => {
    if (fresh) createRoot(root).render(portal);
    else hydrateRoot(root, portal);
  });
  void layOutSections(document.documentElement);
  mendPictures(document);
  // What fetches data is not needed to read a page, but for its next state.
  onFirstSign([loadPageData, loadKeepReplies, loadApi]);
}

// In a task of its own, so that a press or a scroll comes between it and the evaluation of the program.
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => void start();
port2.postMessage(undefined);
