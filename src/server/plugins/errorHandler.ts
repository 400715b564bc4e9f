import type { FastifyError } from 'fastify';
import plugin from 'fastify-plugin';
import { findObstacle } from '../../database/failures';
import { retryAfter, toRequestError } from '../api/errors';
import { escapeHtml } from '../api/sanitize';
import type { PortalServer } from '../config/portalServer';
import { redactPath } from './log';

/** Turns every failure into a clear reply: never a stack, never an institution's name for a host that is none's. */
export const errorHandler = plugin(async (app, { commonTexts }: Pick<PortalServer, 'commonTexts'>) => {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = readStatus(error);
    if (status >= 500) request.log.error({ err: error, path: redactPath(request.url) }, 'a request failed');
    reply.header('cache-control', 'no-store');
    const text = status === 503 || status === 500 ? 'errorBusy' : (toRequestError(error)?.text ?? 'invalidRequest');
    const seconds = retryAfter(status);
    if (seconds !== undefined) reply.header('retry-after', seconds);
    const message = commonTexts[text] ?? '';
    if (wantsHtml(request.headers.accept, request.url))
      return reply
        .code(status)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'")
        .send(writePlainPage(status, message));
    return reply.code(status).send({ status, message });
  });
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ status: 404, message: commonTexts['noSuchCall'] ?? '' }));
});

function readStatus(error: FastifyError): number {
  const told = toRequestError(error);
  if (told) return told.http;
  if (findObstacle(error)) return 503;
  return error.statusCode !== undefined && error.statusCode >= 400 ? error.statusCode : 500;
}

const wantsHtml = (accept: string | undefined, url: string): boolean => !url.startsWith('/api/') && (accept ?? '').includes('text/html');

function writePlainPage(status: number, message: string): string {
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${status}</title></head><body><h1>${status}</h1><p>${escapeHtml(message)}</p></body></html>`;
}
