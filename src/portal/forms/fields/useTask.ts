import { useEffect, useRef, useState } from 'react';
import type { Alternative } from '../../../model/definitions.g';
import { usePage, useShell } from '../../data/context';
import { notify, tellFailure } from '../../ui/notices';
import { useHydrated } from '../../data/hydration';

/** How far the browser is with a task that stands in for reading a picture. */
export type TaskState = 'idle' | 'working' | 'done';

/** Lets the browser earn the characters of a picture by work. */
export interface Task {
  /** Whether there is one: the definition has to name it, and the browser to be able to; it is only over a secure connection. */
  offered: boolean;
  state: TaskState;
  start: () => void;
  /** The characters are not good any more. */
  forget: () => void;
}

/**
 * Fetches a task, solves it and hands its solution in. The solver is fetched when it is first wanted.
 * @param solved is given the characters
 */
export function useTask(alternative: Alternative | undefined, solved: (code: string) => void): Task {
  const { page } = usePage();
  const { call, say } = useShell();
  const hydrated = useHydrated();
  const [state, setState] = useState<TaskState>('idle');
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);
  const [challenge, solve] = [alternative && page.endpoints[alternative.challenge], alternative && page.endpoints[alternative.solve]];

  const work = async (signal: AbortSignal): Promise<string | undefined> => {
    if (!challenge || !solve) return undefined;
    const task = await call(challenge, {});
    if (!task.ok || !task.item) {
      tellFailure(task);
      return undefined;
    }
    const { solveTask } = await import('./solveTask');
    const payload = await solveTask(task.item, signal);
    if (payload === undefined || signal.aborted) return undefined;
    const reply = await call(solve, { payload });
    if (!reply.ok) tellFailure(reply);
    return reply.ok ? String(reply.item?.['code'] ?? '') : undefined;
  };
  const start = (): void => {
    if (state === 'working') return;
    const controller = (running.current = new AbortController());
    setState('working');
    void work(controller.signal)
      .catch(() => {
        notify(say('challengeFailed'), 'danger');
        return undefined;
      })
      .then((code) => {
        if (controller.signal.aborted) return;
        setState(code === undefined ? 'idle' : 'done');
        if (code !== undefined) solved(code);
      });
  };
  const forget = (): void => {
    running.current?.abort();
    setState('idle');
  };
  return {
    offered: hydrated && challenge !== undefined && solve !== undefined && globalThis.crypto?.subtle !== undefined,
    state,
    start,
    forget,
  };
}
