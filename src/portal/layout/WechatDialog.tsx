import { useEffect, useState, type ReactElement } from 'react';
import { usePage, useShell } from '../data/context';
import { Dialog } from '../ui/Dialog';
import { FetchFailure } from '../ui/ErrorMessage';
import { buildSharedAddress } from './sharedAddress';
import '../ui/QrBlock.css';

/** WeChat takes addresses from its own camera; within WeChat its own menu shares. */
export function WechatDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { say } = useShell();
  const {
    page: { head },
  } = usePage();
  const inside = /MicroMessenger/i.test(navigator.userAgent);
  const [code, setCode] = useState('');
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let wanted = !inside;
    const address = buildSharedAddress(new URL(head.canonical, window.location.href).toString());
    if (wanted)
      void import('../ui/drawQrPicture')
        .then(({ toDataURL }) => toDataURL(address, { width: 220, margin: 1 }))
        .then(
          (drawn) => {
            if (wanted) setCode(drawn);
          },
          () => {
            if (wanted) setFailed(true);
          },
        );
    return () => {
      wanted = false;
    };
  }, [inside, head.canonical]);
  return (
    <Dialog title={say('shareWechat')} onClose={onClose}>
      {failed && (
        <p>
          <FetchFailure />
        </p>
      )}
      {!inside && !failed && (
        <p className="qr-block-place">{code !== '' && <img src={code} width={220} height={220} alt={say('qrCode')} />}</p>
      )}
      <p className="dialog-text">{say(inside ? 'wechatInside' : 'wechatScan')}</p>
    </Dialog>
  );
}
