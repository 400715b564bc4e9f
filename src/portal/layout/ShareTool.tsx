import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent, type ReactElement } from 'react';
import { usePage, useShell } from '../data/context';
import type { ToolProps } from '../ui/kindProps';
import { useShow } from '../ui/useShow';
import { Icon, Outline } from '../ui/icons';
import { notify } from '../ui/notices';
import { buildSharedAddress } from './sharedAddress';
import './ShareTool.css';

// One file: most pages that have one have the other.
export { ToggleTool } from './ToggleTool';

/** Outlines of the networks' signs on a 24 by 24 grid. */
const signs = {
  weibo:
    'M7.5 14.5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M10 9c-3.5 0-7 3-7 6s3 4.5 6.5 4.5 7-2 7-5c0-2-1.5-2.5-2-2.8.5-1.7-.5-3.2-4.5-2.7zM15 5.5a5 5 0 0 1 5.5 6M15.5 8.5a2 2 0 0 1 2 2.5',
  qzone: 'M12 3.5l2.5 5.7 6 .6-4.5 4.2 1.5 6-5.5-3-5.5 3 1.5-6-4.5-4.2 6-.6zM9 11.5h6l-6 4h6',
  wechat:
    'M9.5 4.5C5.5 4.5 3 7 3 10c0 1.8 1 3.2 2.5 4.2L5 16.5l2.5-1.2c.7.2 1.3.2 2 .2M9.5 4.5c3.5 0 6 2 6.5 4.7M21 14.5c0-2.7-2.5-4.8-5.5-4.8S10 11.8 10 14.5s2.5 4.8 5.5 4.8c.7 0 1.3-.1 1.9-.3l2.1 1-.5-1.9c1.2-.9 2-2.1 2-3.6z',
} as const;

/** Returns the pages of the networks that take an address to share (ledger COUNT-09). @internal */
export function buildShareTargets(url: string, title: string, description: string, image: string): { weibo: string; qzone: string } {
  return {
    weibo: `https://service.weibo.com/share/share.php?${new URLSearchParams({ url, title, pic: image })}`,
    qzone: `https://sns.qzone.qq.com/cgi-bin/qzshare/cgi_qzshare_onekey?${new URLSearchParams({ url, title, desc: description, pics: image })}`,
  };
}

/** Offers the page to weibo, qzone and WeChat. */
export function ShareTool({ tool }: ToolProps): ReactElement {
  const { say } = useShell();
  const {
    page: { head },
  } = usePage();
  const { words } = useShow();
  const [open, setOpen] = useState(false);
  const [Wechat, setWechat] = useState<ComponentType<{ onClose: () => void }>>();
  const around = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: PointerEvent): void => {
      if (event.target instanceof Node && !around.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);
  // What had the focus goes with the list.
  const close = (): void => {
    opener.current?.focus();
    setOpen(false);
  };
  // The dialog comes with the first who wants it: few do, and every page that can be shared has this tool, which has no room for words.
  const openWechat = (): void => {
    close();
    void import('./WechatDialog').then(
      ({ WechatDialog }) => setWechat(() => WechatDialog),
      () => notify(say('notFetched'), 'danger'),
    );
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && open) close();
  };
  return (
    <div ref={around} className="share-tool" onKeyDown={escape}>
      <button
        ref={opener}
        type="button"
        className="rail-button"
        aria-expanded={open}
        aria-label={words(tool.label) || say('share')}
        onClick={() => setOpen(!open)}
      >
        <Icon name="share" />
      </button>
      {open && <ShareList title={words(tool.title) || head.title} onWechat={openWechat} />}
      {Wechat && <Wechat onClose={() => setWechat(undefined)} />}
    </div>
  );
}

function ShareList({ title, onWechat }: { title: string; onWechat: () => void }): ReactElement {
  const { say } = useShell();
  const {
    page: { head },
  } = usePage();
  const absolute = (address: string): string => new URL(address, window.location.href).toString();
  const targets = buildShareTargets(
    buildSharedAddress(absolute(head.canonical)),
    title,
    head.description,
    head.shareImage === undefined ? '' : absolute(head.shareImage),
  );
  return (
    <ul className="share-tool-list">
      <li>
        <a href={targets.weibo} target="_blank" rel="noopener noreferrer" aria-label={say('shareWeibo')}>
          <Outline path={signs.weibo} />
        </a>
      </li>
      <li>
        <a href={targets.qzone} target="_blank" rel="noopener noreferrer" aria-label={say('shareQzone')}>
          <Outline path={signs.qzone} />
        </a>
      </li>
      <li>
        <button type="button" aria-label={say('shareWechat')} onClick={onWechat}>
          <Outline path={signs.wechat} />
        </button>
      </li>
    </ul>
  );
}
