import { useEffect, useRef, useState } from 'react';
import type { Proof } from '../../../model/definitions.g';
import type { CallValues } from '../../../runtime/pageData';
import { usePage, useShell } from '../../data/context';
import { notify, tellFailure } from '../../ui/notices';

/** What a browser does before a text message is sent for it. */
export interface ProofOfWork {
  /** How often a picture was asked for; 0 as long as none is needed. Another number wants another picture. */
  pictures: number;
  /** What was typed of the picture. */
  characters: string;
  type: (characters: string) => void;
  /** Returns what goes with the call; undefined when the visitor has to read a picture first, and was told so. */
  prove: (values: CallValues) => Promise<Record<string, string> | undefined>;
  /** What was sent is used up. */
  renew: () => void;
}

/**
 * Earns a text message: the browser solves a task, which nobody sees. Where it cannot, as over an insecure connection, or where the
 * task fails, a picture is asked for. The solver is fetched when it is first wanted.
 */
export function useProof(proof: Proof | undefined): ProofOfWork {
  const { page } = usePage();
  const { call, say } = useShell();
  const [pictures, setPictures] = useState(0);
  const [characters, type] = useState('');
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const challenge = proof && page.endpoints[proof.challenge];
  const canShow = proof !== undefined && page.endpoints[proof.picture] !== undefined;

  /** @returns false when nobody answered: a picture could not be had either */
  const work = async (values: CallValues): Promise<string | false | undefined> => {
    if (!challenge || globalThis.crypto?.subtle === undefined) return undefined;
    const task = await call(challenge, values);
    if (!task.ok || !task.item) {
      tellFailure(task);
      return task.fault === 'network' ? false : undefined;
    }
    const { solveTask } = await import('./solveTask');
    const controller = (running.current = new AbortController());
    return solveTask(task.item, controller.signal);
  };
  const prove = async (values: CallValues): Promise<Record<string, string> | undefined> => {
    if (!canShow) return {};
    if (pictures > 0 && characters !== '') return { verCode: characters };
    const solution = pictures > 0 ? undefined : await work(values).catch(() => undefined);
    if (solution === false) return undefined;
    if (solution !== undefined) return { proof: solution };
    notify(say('proofMissing'), 'warning');
    setPictures((count) => count || 1);
    return undefined;
  };
  const renew = (): void => {
    type('');
    setPictures((count) => count && count + 1);
  };
  return { pictures, characters, type, prove, renew };
}
