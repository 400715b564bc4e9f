import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { JsonObject } from '../../../model/json';

/**
 * Solves a task of the server by trying. The keys are derived by the browser itself outside of the page's thread, one after the
 * other, so the page stays responsive; no worker and no generated code is needed.
 * @param task the item of the reply that set it
 * @returns the payload that the server takes: base64 of JSON; undefined when the signal gave it up or it took too long
 * @throws when the task is none
 */
export async function solveTask(task: JsonObject, signal: AbortSignal): Promise<string | undefined> {
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort());
  const challenge = task as object as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, controller, timeout: 60_000 });
  return solution && !signal.aborted ? btoa(JSON.stringify({ challenge, solution })) : undefined;
}
