import type { ClientEndpoint } from '../../model/compiled';
import type { Reply, ShellPayload } from '../../model/payload';
import { refusalHeader } from '../../runtime/refusal';
import type { TextKey } from '../../model/textKeys.g';
import { localizeAddress } from '../../runtime/locale';
import { buildRequest } from '../../runtime/buildRequest';
import type { CallValues } from '../../runtime/pageData';
import { buildCallHeaders, readResponse, timeoutMs } from './api';
import { buildFailure } from './failure';

/** How a file is sent. */
export interface UploadOptions {
  shell: Pick<ShellPayload, 'fid' | 'texts' | 'prefix'>;
  /** What is sent besides the file. */
  values?: CallValues;
  /** Told how much has been sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  /** Gives up when it is aborted; the reply is then not ok and has no message. */
  signal?: AbortSignal;
}

/**
 * Sends a file to a call that takes files, as the field `file` behind the other values (RFC 7578). Never rejects: whatever goes
 * wrong is a reply that is not ok, with words for the visitor (ledger UPLOAD-11, 12). It takes as long as it takes; given up is
 * only what does not move for 30 seconds.
 * @returns the reply; its item has the file's address as `http`
 */
export function uploadFile(
  endpoint: ClientEndpoint,
  file: Blob,
  { shell, values = {}, onProgress, signal }: UploadOptions,
): Promise<Reply> {
  const { method, url, body = {} } = buildRequest(endpoint, values);
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  form.append('file', file);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const settle = (reply: Reply): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(reply);
    };
    const abort = (): void => {
      request.abort();
      settle(buildFailure(undefined, undefined, 'network'));
    };
    const lose = (text: TextKey, status?: number) => (): void => {
      request.abort();
      settle(buildFailure(shell.texts[text], status, 'network'));
    };
    let timer = setTimeout(lose('errorTimeout', 504), timeoutMs);
    const moved = (): void => {
      clearTimeout(timer);
      timer = setTimeout(lose('errorTimeout', 504), timeoutMs);
    };
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      moved();
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.upload.onload = () => {
      moved();
      onProgress?.(1);
    };
    request.onerror = lose('uploadFailed');
    request.onload = () => {
      const refused = request.getResponseHeader(refusalHeader);
      const response = new Response(request.responseText || null, {
        status: request.status,
        headers: refused === null ? {} : { [refusalHeader]: refused },
      });
      void readResponse(endpoint, response, shell.texts).then(settle);
    };
    if (signal?.aborted) {
      settle(buildFailure(undefined, undefined, 'network'));
      return;
    }
    signal?.addEventListener('abort', abort);
    request.open(method, localizeAddress(url, shell.prefix));
    request.withCredentials = true;
    for (const [name, value] of Object.entries(buildCallHeaders(shell))) request.setRequestHeader(name, value);
    request.send(form);
  });
}
