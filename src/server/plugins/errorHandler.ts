import { createHash } from 'node:crypto';
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
    const text = toRequestError(error)?.text ?? (status >= 500 ? 'errorBusy' : 'invalidRequest');
    const seconds = retryAfter(status);
    if (seconds !== undefined) reply.header('retry-after', seconds);
    const message = commonTexts[text] ?? '';
    const page = text === 'portalMissing' && isPage(request.url);
    if (page || wantsHtml(request.headers.accept, request.url))
      return reply
        .code(status)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', `default-src 'none'; style-src 'sha256-${styleHash}'`)
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

const isPage = (url: string): boolean => !url.startsWith('/api/') && !url.startsWith('/portal/');
const wantsHtml = (accept: string | undefined, url: string): boolean => !url.startsWith('/api/') && (accept ?? '').includes('text/html');

// What a portal's own pages have of their look where there is no portal: no colour is anybody's.
const style = `body{margin:0;min-height:100vh;display:grid;place-content:center;padding:0 20px;text-align:center;font:16px/1.7 system-ui,"PingFang SC","Noto Sans CJK SC",sans-serif;color:#333}h1{margin:0;font:400 28px/1.7 "Songti SC","Noto Serif CJK SC",serif;color:#111}p{margin:16px 0 0;padding-top:16px;border-top:1px solid #ddd;color:#666}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** Returns a page with the words alone, which can be missing where the texts never could be read. */
function writePlainPage(status: number, message: string): string {
  const words = escapeHtml(message || String(status));
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words}</title><style>${style}</style></head><body><main><h1>${words}</h1><p>${status}</p></main></body></html>`;
}
