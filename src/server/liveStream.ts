import type { Queryable } from '../database/connection';
import { listItems } from '../database/content/items';
import type { CompiledModule, CompiledPage, CompiledPortal } from '../model/compiled';
import type { PlayerSection } from '../model/definitions.g';
import type { JsonObject } from '../model/json';
import { resolve } from '../model/pointer';
import { holds } from '../runtime/condition';
import { collectSections } from '../runtime/sections';
import { determinePhase } from '../runtime/time';
import { evaluate } from '../runtime/value';
import { isBuiltIn } from './api/ownBackend';
import { addPhases } from './items/derivedFields';

/** Where a stream that an institution broadcasts itself can be watched: its page and its playlist, from the site's root on. */
interface LiveStream {
  page: string;
  playlist: string;
}

/** Entries of a module that are looked through. */
const maxEntries = 200;

/**
 * Returns a live stream of the institution's own films (ledger LIVE-02) that is on the air; of an institution with a back end of its own
 * nothing is known.
 * @param now milliseconds since 1970
 * @returns undefined when none is
 */
export async function findLiveStream(db: Queryable, portal: CompiledPortal, now: number): Promise<LiveStream | undefined> {
  for (const page of portal.pages.values()) {
    const module = portal.modules[page.module];
    const player = collectSections(page.definition).find((section): section is PlayerSection => section.section === 'player');
    if (page.definition.kind !== 'detail' || !module?.definition.item || !player || !isBuiltIn(portal, page.module)) continue;
    const { rows } = await listItems(db, {
      tenant: portal.tenant,
      module: page.module,
      filters: [],
      order: [],
      limit: maxEntries,
      offset: 0,
    });
    for (const { id, column, doc } of rows) {
      const playlist = findPlaylist(doc as JsonObject, module, player, now);
      if (playlist !== undefined) return { page: buildAddress(page, column, id), playlist };
    }
  }
  return undefined;
}

function findPlaylist(doc: JsonObject, module: CompiledModule, { stream, ended }: PlayerSection, now: number): string | undefined {
  const scope = { item: addPhases(doc, module, now) };
  const playlist = evaluate(stream, scope);
  const waits = Object.values(module.definition.derive ?? {}).some(
    (derivation) =>
      derivation.function === 'phase' &&
      determinePhase(resolve(derivation.of, doc), resolve(derivation.until ?? derivation.of, doc), now) !== 1,
  );
  return typeof playlist === 'string' && playlist.startsWith('/channels/') && !waits && !(ended && holds(ended, scope))
    ? playlist
    : undefined;
}

const buildAddress = ({ path }: CompiledPage, columnId: string, id: string): string =>
  `${path}?${new URLSearchParams({ columnId, id }).toString()}`;
