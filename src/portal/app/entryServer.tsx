import { StaticRouter } from 'react-router-dom';
import type { Payload } from '../../model/payload';
import type { Piece } from '../../runtime/pieces';
import { localizeAddress } from '../../runtime/locale';
import type { VisitorKinds } from './kinds';
import { renderKeeping } from './keptParts';
import { Portal } from './Portal';
import { buildPageAddress } from '../data/roots';
import { guardedKinds, serverKinds } from './serverRegistry';
import { noCall } from '../data/context';

export { buildThemeCss } from './themeCss';

/** A rendered page: what goes into #root, and the classes of the root element; `fault` is what kept a part of it from being rendered. */
export interface RenderedPage {
  pieces: readonly Piece[];
  htmlClass: string;
  fault?: unknown;
}

/**
 * Renders a page whose data is in the payload. A part that cannot be rendered gives its place to words.
 * @throws when the frame of the page cannot be rendered either; the payload is expected to be complete
 */
export function renderPage(payload: Payload): RenderedPage {
  const htmlClass = rootClass(payload);
  try {
    return { pieces: render(payload, serverKinds), htmlClass };
  } catch (fault) {
    return { pieces: render(payload, guardedKinds), htmlClass, fault };
  }
}

function render(payload: Payload, kinds: VisitorKinds): Piece[] {
  const address = buildPageAddress(payload.page);
  return renderKeeping(
    <StaticRouter basename={payload.shell.prefix} location={localizeAddress(address, payload.shell.prefix)}>
      <Portal payload={payload} kinds={kinds} call={noCall} address={address} />
    </StaticRouter>,
  );
}

/** The classes of the root element; gray mode filters the whole page (ledger SHELL-23). */
function rootClass({ shell }: Payload): string {
  return shell.gray ? 'is-gray' : '';
}
