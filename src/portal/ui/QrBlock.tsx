import { useRef, type ReactElement } from 'react';
import { useShell } from '../data/context';
import { useQrPicture } from './useQrPicture';
import './QrPicture.css';
import './QrBlock.css';

/** Pixels across. */
const size = 168;

/** A picture, or a QR code that is drawn here, with words below it. One that leads to this site is of no use on a phone, which is there. */
export function QrBlock({ image, code, words }: { image: string | undefined; code: string; words: string }): ReactElement {
  const { say } = useShell();
  const block = useRef<HTMLDivElement>(null);
  const drawn = useQrPicture(image === undefined ? code : '', size, block);
  const src = image ?? drawn;
  return (
    <div ref={block} className={image === undefined && code === '/' ? 'qr-block qr-block-own' : 'qr-block'}>
      <p className="qr-block-picture qr-picture">
        {src !== undefined && <img src={src} width={size} height={size} alt={say('qrOf', { title: words })} />}
      </p>
      {words !== '' && <p className="qr-block-words">{words}</p>}
    </div>
  );
}
