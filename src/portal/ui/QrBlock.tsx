import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useShell } from '../data/context';
import { onceInSight } from './onceInSight';
import './QrBlock.css';

/** Pixels across. */
const size = 168;

/** How far below the window a code is drawn already. */
const ahead = '200px';

/**
 * A picture, or a QR code that is drawn here, with words below it. The code comes after hydration, when it is about to be seen: drawing it costs a slow
 * telephone more than it gives whoever holds it in the hand. A path of this site becomes a whole address.
 */
export function QrBlock({ image, code, words }: { image: string | undefined; code: string; words: string }): ReactElement {
  const { say } = useShell();
  const [drawn, setDrawn] = useState<string>();
  const block = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (image !== undefined || code === '') return undefined;
    let wanted = true;
    const draw = (): void => {
      const content = code.startsWith('/') ? new URL(code, window.location.href).toString() : code;
      void import('qrcode')
        .then(({ toDataURL }) => toDataURL(content, { width: size, margin: 0 }))
        .then(
          (picture) => {
            if (wanted) setDrawn(picture);
          },
          () => {},
        );
    };
    const stop = onceInSight(block.current, ahead, draw);
    return () => {
      wanted = false;
      stop();
    };
  }, [image, code]);
  const src = image ?? drawn;
  return (
    <div ref={block} className="qr-block">
      <p className="qr-block-picture">
        {src !== undefined && <img src={src} width={size} height={size} alt={say('qrOf', { title: words })} />}
      </p>
      {words !== '' && <p className="qr-block-words">{words}</p>}
    </div>
  );
}
