import { parseCookie } from 'cookie';
import type { FastifyPluginAsync } from 'fastify';
import { getItem } from '../../database/content/items';
import type { CompiledPortal } from '../../model/compiled';
import type { JsonObject } from '../../model/json';
import type { TextKey } from '../../model/textKeys.g';
import { formatPattern } from '../../runtime/text';
import { formatError, RequestError, toRequestError } from '../api/errors';
import type { Room } from '../api/room';
import { findPortal } from '../api/tenant';
import type { PortalServer } from '../config/portalServer';
import { nameRequest } from '../config/requestName';
import { readTitle } from '../items/record';
import { translateItem } from '../items/translations';
import { lineCookie, readShownPlace } from '../members/line';
import type { AccountServices } from '../security/accountServices';
import { buildContentSecurityPolicy } from './document';
import { hashSource } from './hashSource';
import { defaultLogo } from './shell';
import { buildLineDocument, lineScript, lineStyles, type LineView } from './lineDocument';

/** What the pages of lines need besides the server. */
export interface LineOptions {
  server: PortalServer;
  accounts: AccountServices;
  lines: NonNullable<Room<AccountServices>['lines']>;
}

const scriptPath = '/portal/line.js';

/**
 * Serves the page that shows a place in a line (see `awaitTurn`): by itself to who has no scripts, in JSON to the page's own script. It only
 * shows: the place is used by sending the form.
 */
export const lineRoutes: FastifyPluginAsync<LineOptions> = async (app, { server, accounts, lines }) => {
  app.get(scriptPath, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=3600').send(lineScript),
  );
  app.get<{ Params: { module: string; id: string } }>(
    '/portal/line/:module/:id',
    { config: { readsPrimary: true } },
    async (request, reply) => {
      const portal = await findPortal(server, request);
      const module = portal.modules[request.params.module];
      const item = module?.definition.rush ? await getItem(accounts.db, portal.tenant, module.name, request.params.id) : undefined;
      if (!module || item?.status !== 1) throw new RequestError('noSuchItem');
      nameRequest(request, `line ${module.name}`);
      const cookie = parseCookie(request.headers.cookie ?? '')[lineCookie];
      const shown = await readShownPlace(accounts, portal, module, request.params.id, cookie);
      const over =
        shown?.ahead && (await lines[shown.line]?.(accounts, portal, { item: request.params.id, part: shown.part }).catch(toRequestError));
      const view = describe(portal, shown, over);
      reply.header('cache-control', 'no-store').header('vary', 'accept');
      if (view.again > 0) reply.header('retry-after', view.again);
      if (request.headers.accept === 'application/json') return reply.send(view);
      const { theme, site } = portal.settings;
      const themeStyles = server.themeStyles(theme);
      const doc = translateItem(item.doc as JsonObject, portal.locale);
      const page = portal.entries[`${module.name}:${module.definition.search?.page ?? ''}`];
      const query = new URLSearchParams({ columnId: item.column, id: request.params.id }).toString();
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', buildContentSecurityPolicy({ styleHashes: [themeStyles, lineStyles].map(hashSource) }, {}))
        .send(
          buildLineDocument(view, {
            locale: portal.locale,
            name: readTitle(module, doc),
            site: site.title,
            logo: site.appLogo ?? defaultLogo,
            back: { href: page === undefined ? `${portal.prefix}/` : `${portal.prefix}${page}?${query}`, label: say(portal, 'lineBack') },
            themeStyles,
            script: scriptPath,
          }),
        );
    },
  );
};

function describe(portal: CompiledPortal, shown: Awaited<ReturnType<typeof readShownPlace>>, over: RequestError | undefined): LineView {
  const still = { place: '', words: '', again: 0 };
  if (!shown) return { ...still, state: 'gone', title: say(portal, 'lineGone'), hint: say(portal, 'lineGoneText') };
  if (over) return { ...still, state: 'over', title: formatError(portal, over), hint: say(portal, 'lineFullText') };
  const { ahead } = shown;
  if (!ahead) return { ...still, state: 'turn', title: say(portal, 'lineTurn'), hint: say(portal, 'lineTurnText') };
  const { place, wait, again } = ahead;
  return {
    state: 'waiting',
    title: say(portal, 'lineTitle'),
    place: String(place),
    words: say(portal, 'lineWait', { wait }),
    hint: say(portal, 'lineStay'),
    again,
  };
}

const say = ({ texts, patterns }: CompiledPortal, name: TextKey, values: Record<string, number> = {}): string =>
  formatPattern(texts[name] ?? '', values, patterns);
