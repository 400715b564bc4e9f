import { useMemo, useRef } from 'react';

/** How a field of a form gives a file to another one. */
export interface Handover {
  /** Gives a file to the field of a name; it waits there until the field is to be seen. */
  offer: (field: string, file: File) => void;
  /** Takes what is given to the field of a name, from now until what is returned is called. */
  receive: (field: string, take: (file: File) => void) => () => void;
}

/** Lets fields of one form give files to each other, such as a picture of the film that was chosen. */
export function useHandover(): Handover {
  const takers = useRef(new Map<string, (file: File) => void>());
  const left = useRef(new Map<string, File>());
  return useMemo(
    () => ({
      offer: (field, file) => {
        const take = takers.current.get(field);
        if (take) take(file);
        else left.current.set(field, file);
      },
      receive: (field, take) => {
        takers.current.set(field, take);
        const file = left.current.get(field);
        left.current.delete(field);
        if (file) take(file);
        return () => {
          if (takers.current.get(field) === take) takers.current.delete(field);
        };
      },
    }),
    [],
  );
}
