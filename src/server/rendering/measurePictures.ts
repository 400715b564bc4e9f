import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CompiledPortal } from '../../model/compiled';
import type { PictureSize } from './manifest';

/** For so long a size counts: a picture may be replaced under its name. */
const keptMs = 10 * 60 * 1000;

/** Measures a picture of the institution whose host is asked; undefined for one that lies elsewhere, cannot be had, or is none. */
type Measure = (host: string, portal: CompiledPortal, address: string) => Promise<PictureSize | undefined>;

/** Returns a way to measure the pictures of this site, by programs that are loaded with the first of them. */
export function createMeasure(app: FastifyInstance): Measure {
  const known = new LRUCache<string, { size: PictureSize | undefined }>({ max: 2000, ttl: keptMs });
  return async (host, { tenant, version }, address) => {
    if (!address.startsWith('/')) return undefined;
    const key = `${tenant} ${version} ${address}`;
    const kept = known.get(key);
    if (kept) return kept.size;
    // However a picture is served, drawn, brought along or uploaded, it is asked for as browsers do.
    const { statusCode, headers, rawPayload } = await app.inject({ url: address, headers: { host } });
    const type = String(headers['content-type']);
    const size = statusCode === 200 && type.startsWith('image/') ? await measureFile(rawPayload, type) : undefined;
    known.set(key, { size });
    return size;
  };
}

async function measureFile(bytes: Buffer, type: string): Promise<PictureSize | undefined> {
  if (type.startsWith('image/svg')) return measureDrawing(bytes.toString('utf8'));
  const { measurePicture } = await import('../files/renewPicture');
  return measurePicture(bytes);
}

/** Returns the size that a drawing says it has: in points, or else as its viewBox has it. */
function measureDrawing(text: string): PictureSize | undefined {
  const root = /<svg\b[^<>]*>/.exec(text)?.[0] ?? '';
  const read = (name: string): number => Math.round(Number(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(root)?.[1]));
  const [, , boxWidth = NaN, boxHeight = NaN] = (/\sviewBox="([^"]+)"/.exec(root)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const size = { width: read('width') || Math.round(boxWidth), height: read('height') || Math.round(boxHeight) };
  return size.width > 0 && size.height > 0 ? size : undefined;
}
