import { useEffect, useState, type RefObject } from 'react';
import { onceInSight } from './onceInSight';

/** How far below the window a code is drawn already, unless it is to be there sooner. */
const near = '200px';

/**
 * Returns the picture of a QR code once it is drawn. It comes after hydration, when its place is about to be seen: drawing it costs a slow telephone
 * more than it gives whoever holds it in the hand. A path of this site becomes a whole address.
 * @param code what it carries; '': none is drawn
 * @param size pixels across
 * @param ahead how far below the window it is drawn already
 */
export function useQrPicture(code: string, size: number, place: RefObject<HTMLElement>, ahead = near): string | undefined {
  const [drawn, setDrawn] = useState<string>();
  useEffect(() => {
    if (code === '') return undefined;
    let wanted = true;
    const draw = (): void => {
      const content = code.startsWith('/') ? new URL(code, window.location.href).toString() : code;
      void import('./drawQrPicture')
        .then(({ toDataURL }) => toDataURL(content, { width: size, margin: 0 }))
        .then(
          (picture) => {
            if (wanted) setDrawn(picture);
          },
          () => {},
        );
    };
    const stop = onceInSight(place.current, ahead, draw);
    return () => {
      wanted = false;
      stop();
    };
  }, [code, size, place, ahead]);
  return drawn;
}
