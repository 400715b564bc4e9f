import type { CompiledEndpoint } from '../../model/compiled';
import { RequestError } from './errors';

/** Does work that costs the server little, such as waiting together with others, without being counted among those that change something. */
export type StandAside = <T>(work: () => Promise<T>) => Promise<T>;

/** A call that was let in. */
interface Admitted {
  /** To be called when it is answered. */
  leave: () => void;
  standAside: StandAside;
}

/** What lets calls in. */
export interface Admission {
  /** Whether a call would be refused now, because too many are under way. */
  isFullFor(endpoint: CompiledEndpoint): boolean;
  /**
   * Lets a call in.
   * @throws RequestError when the call cannot be taken now
   */
  enter(endpoint: CompiledEndpoint): Promise<Admitted>;
}

/** What calls are let in by. */
export interface AdmissionLimits {
  /** How many calls that change something are under way at once. */
  mostWriting: number;
  /** How many of them stand aside besides; who comes when there are as many is counted all the while. */
  mostAside: number;
  /** Whether too little space is left to store anything. */
  isDiskLow(): Promise<boolean>;
}

/** What is done of a call that nobody counts. */
export const uncounted: StandAside = (work) => work();

/**
 * Returns the admission of calls. Those that only read are always let in. Of those that change something more than can be answered in
 * good time are refused at once, before anything is done for them; files are on their way for minutes and are not counted.
 */
export function createAdmission({ mostWriting, mostAside, isDiskLow }: AdmissionLimits): Admission {
  let [writing, aside] = [0, 0];
  const isFullFor = ({ method, multipart }: CompiledEndpoint): boolean => method !== 'GET' && !multipart && writing >= mostWriting;
  const standAside: StandAside = async (work) => {
    if (aside >= mostAside) return work();
    writing -= 1;
    aside += 1;
    try {
      return await work();
    } finally {
      aside -= 1;
      writing += 1;
    }
  };
  return {
    isFullFor,
    async enter(endpoint) {
      const { method, multipart } = endpoint;
      const isCounted = method !== 'GET' && !multipart;
      if (isFullFor(endpoint)) throw new RequestError('errorBusy');
      if (isCounted) writing += 1;
      const leave = (): void => {
        if (isCounted) writing -= 1;
      };
      if (method === 'GET' || !(await isDiskLow())) return { leave, standAside: isCounted ? standAside : uncounted };
      leave();
      throw new RequestError('storageFull');
    },
  };
}
