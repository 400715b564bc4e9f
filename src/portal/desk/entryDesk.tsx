import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { Payload } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { settleKinds } from '../app/kinds';
import { Portal } from '../app/Portal';
import { createBrowserCall } from '../data/api';
import { findAddress, findOpenedAddress } from '../data/opened';
import { mendPictures } from '../ui/mendPictures';
import { deskKinds } from './deskRegistry';

/** The HTTP status of a call without a session at the desk. */
const notLoggedIn = 401;

/** Renders the page of the desk that the server described. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  const written = document.getElementById('payload')?.textContent;
  if (!root || !written) return;
  const payload = JSON.parse(written) as Payload;
  await settleKinds(deskKinds, payload.page);
  const { prefix } = payload.shell;
  const address = findOpenedAddress(prefix);
  createRoot(root).render(
    <BrowserRouter basename={prefix}>
      <Portal payload={payload} kinds={deskKinds} call={leaveWhenOver(createBrowserCall(payload.shell), prefix)} address={address} fresh />
    </BrowserRouter>,
  );
  mendPictures(document);
}

/** Makes calls; one that finds that the session is over leads to the login, from where the way leads back. What was typed is kept as a draft. */
function leaveWhenOver(call: Call, prefix: string): Call {
  return async (...asked) => {
    const reply = await call(...asked);
    const here = findAddress(prefix);
    // A page on the way to another one, such as that of the second factor, is not come back to.
    const redirect = new URLSearchParams(window.location.search).get('redirect') ?? here;
    if (reply.status === notLoggedIn && here.split('?')[0] !== '/login')
      window.location.assign(`${prefix}/login?${new URLSearchParams({ redirect }).toString()}`);
    return reply;
  };
}

void start();
