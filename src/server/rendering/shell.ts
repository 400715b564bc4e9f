import type { CompiledPortal } from '../../model/compiled';
import type { ShellPayload } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { sanitize } from '../api/sanitize';
import { findServiceEndpoint } from './endpoints';
import { toMenuEntries } from './menu';

/** The services that every page may call: they renew and end a visitor's session. */
const sessionServices = ['accounts.renew', 'accounts.logout'];

/** Returns what the frame of every page needs. The menu comes by the menu call, so that an institution's own back end can answer it. */
export async function buildShell(portal: CompiledPortal, call: Call): Promise<ShellPayload> {
  const { site, theme, shell, code, fid, gray } = portal.settings;
  const endpoint = findServiceEndpoint(portal, 'site.menu');
  const reply = endpoint && (await call(endpoint, { museumCode: code }));
  const { title, subtitle, slogan, address, phone, openTime } = site;
  return {
    site: { title, subtitle, slogan, address, phone, openTime, logo: site.appLogo ?? '/pictures/logo/ripple.svg' },
    theme,
    shell: { ...shell, footerHtml: undefined },
    gray: gray === true,
    code,
    fid,
    texts: portal.texts,
    footerHtml: shell.footerHtml === undefined ? undefined : sanitize(shell.footerHtml),
    menu: toMenuEntries(portal, reply?.rows ?? []),
    calls: Object.fromEntries(
      sessionServices.flatMap((service) => {
        const found = findServiceEndpoint(portal, service);
        return found ? [[service, found]] : [];
      }),
    ),
  };
}
