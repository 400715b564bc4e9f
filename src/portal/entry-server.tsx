import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { Payload } from '../model/payload';
import { Portal } from './Portal';
import { pageAddress } from './roots';
import { serverKinds } from './serverRegistry';
import { noCall, pageClass, rootClass } from './rendering';

export { themeCss } from './themeCss';

/** A rendered page: what goes into #root, and the classes of the elements around it. */
export interface RenderedPage { html: string; bodyClass: string; htmlClass: string }

/**
 * Renders a page whose data is in the payload.
 * @throws when a component does; the payload is expected to be complete
 */
export function renderPage(payload: Payload): RenderedPage {
  const address = pageAddress(payload.page);
  const html = renderToString(
    <StaticRouter location={address}><Portal payload={payload} kinds={serverKinds} call={noCall} address={address} /></StaticRouter>,
  );
  return { html, bodyClass: pageClass(payload), htmlClass: rootClass(payload) };
}
