import type { FastifyRequest } from 'fastify';
import type { CompiledPage } from '../../model/compiled';

/**
 * Returns a path and query as an address of this site. It is put together part by part: resolved against the site, a path such as
 * `//host` or `/\\host` would lead to another one.
 */
export function parseOwnAddress(origin: string, target: string): URL | undefined {
  if (!target.startsWith('/') || !URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  const mark = target.indexOf('?');
  url.pathname = mark < 0 ? target : target.slice(0, mark);
  url.search = mark < 0 ? '' : target.slice(mark);
  return url;
}

/** Returns a path without a slash at its end. */
export function normalizePath(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Scheme, host and port that the visitor sees. */
export function readOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

/**
 * The page of every address that no definition has: the frame with the words of the 404 page, which the portal knows. All who come to one
 * share it, so that it has an address of its own and holds nothing of theirs.
 */
export const missingPage: CompiledPage = {
  module: '',
  name: '',
  path: '/404',
  aliases: [],
  definition: { kind: 'composed', sections: {}, crumbs: false, banner: false },
  cards: {},
  forms: {},
  endpoints: [],
  codelists: {},
  fields: {},
};
