import type { FastifyRequest } from 'fastify';
import type { CompiledPortal } from '../../model/compiled';
import type { JsonObject } from '../../model/json';
import type { Payload } from '../../model/payload';
import type { BackEnd } from '../api/backEnd';
import type { PreviewedItem } from '../api/room';
import type { PortalServer } from '../config/portalServer';
import { joinSources, type Sources } from '../config/sharedReply';
import type { ShareCard } from '../sharing/shareCard';
import { missingPage, normalizePath } from './address';
import { createServerCall, watchCalls } from './call';
import { describePictures } from './describePictures';
import { buildPayload } from './payload';
import { findPresence } from './withheldItem';
import { keepSettledReplies } from './settledReplies';

/** Returns what a page is made of, and of what its replies are, whether all that it loads is there, and when the oldest of it is from that is a copy. Of a page that lacks all of it words in its place are shown. @param preview what an item counts as for this page alone */
export async function makePayload(
  server: PortalServer,
  portal: CompiledPortal,
  request: FastifyRequest,
  url: URL,
  preview?: PreviewedItem,
): Promise<{ payload: Payload; linkedData: JsonObject[]; card: ShareCard; complete: boolean; copiedAt?: number; sources: Sources }> {
  let copiedAt: number | undefined;
  const { backEnd, listSources } = watchSources(server.backEnd);
  const compiled = portal.pages.get(normalizePath(url.pathname)) ?? missingPage;
  const made = createServerCall(
    portal,
    backEnd,
    (error) => request.log.error({ err: error, path: url.pathname }, 'a call of a page failed'),
    (at) => {
      copiedAt = Math.min(at, copiedAt ?? at);
    },
    request.ip,
    undefined,
    preview,
  );
  const { call, findLack } = watchCalls(keepSettledReplies(portal, server.settled, made));
  const query = compiled === missingPage ? {} : Object.fromEntries(url.searchParams);
  const { payload, linkedData, card } = await buildPayload(portal, compiled, { origin: url.origin, query }, call, server.clock());
  const presence =
    payload.page.data.main?.withheld && !preview ? await findPresence(server, portal, compiled, payload.page.query) : undefined;
  await describePictures(server.database, portal.tenant, payload.page);
  const lack = findLack();
  if (compiled === missingPage || presence?.there === false) payload.page.status = 404;
  if (lack === 'everything') payload.page.status = 503;
  return {
    payload,
    linkedData,
    card,
    complete: lack === 'nothing',
    copiedAt,
    sources: joinSources([...listSources(), ...(presence?.sources ? [presence.sources] : [])]),
  };
}

/** Returns a back end that remembers what its replies were made of. */
function watchSources(backEnd: BackEnd): { backEnd: BackEnd; listSources: () => readonly (Sources | undefined)[] } {
  const all: (Sources | undefined)[] = [];
  const answer: BackEnd['answer'] = async (portal, call) => {
    const result = await backEnd.answer(portal, call);
    all.push(result.sources);
    return result;
  };
  return { backEnd: { answer }, listSources: () => all };
}
