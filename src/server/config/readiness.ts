import type { PortalServer } from './portalServer';

/** Whether visitors should be sent here, and what that depends on. */
export interface Readiness {
  isReady: boolean;
  parts: Readonly<Record<'database' | 'definitions' | 'disk' | 'staying', boolean>>;
}

/** Finds out within about a second whether visitors should be sent here. */
export async function findReadiness({
  database,
  definitions,
  disk,
  departure,
}: Pick<PortalServer, 'database' | 'definitions' | 'disk' | 'departure'>): Promise<Readiness> {
  const [answers, low] = await Promise.all([database.probe.answers(), disk?.isLow() ?? false]);
  const parts = { database: answers, definitions: definitions.tenants.length > 0, disk: !low, staying: departure?.isAnnounced !== true };
  return { isReady: Object.values(parts).every(Boolean), parts };
}
