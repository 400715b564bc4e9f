import { useEffect, useState, type ReactElement } from 'react';
import { useShell } from '../data/context';
import './QrBlock.css';

/** Pixels across. */
const size = 168;

/**
 * A picture, or a QR code that is drawn here, with words below it. The code comes after hydration; a path of this site becomes a
 * whole address.
 */
export function QrBlock({ image, code, words }: { image: string | undefined; code: string; words: string }): ReactElement {
  const { say } = useShell();
  const [drawn, setDrawn] = useState<string>();
  useEffect(() => {
    if (image !== undefined || code === '') return undefined;
    let wanted = true;
    const content = code.startsWith('/') ? new URL(code, window.location.href).toString() : code;
    void import('qrcode')
      .then(({ toDataURL }) => toDataURL(content, { width: size, margin: 0 }))
      .then(
        (picture) => {
          if (wanted) setDrawn(picture);
        },
        () => {},
      );
    return () => {
      wanted = false;
    };
  }, [image, code]);
  const src = image ?? drawn;
  return (
    <div className="qr-block">
      <p className="qr-block-picture">
        {src !== undefined && <img src={src} width={size} height={size} alt={say('qrOf', { title: words })} />}
      </p>
      {words !== '' && <p className="qr-block-words">{words}</p>}
    </div>
  );
}
