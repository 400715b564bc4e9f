import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { ErrorMessage } from '../../ui/ErrorMessage';
import { Icon, Outline } from '../../ui/icons';
import { useModal } from '../../ui/useModal';
import type { ZoomPicture } from './kinds';
import { useViewer, type ZoomView } from './useViewer';
import './zoom.css';

/** By how much a press of a button or key changes the size. */
const step = 1.5;
/** By which share of what is seen a key moves it. */
const stride = 0.2;
const plus = 'M12 5v14M5 12h14';
const minus = 'M5 12h14';

interface ZoomDialogProps {
  pictures: readonly ZoomPicture[];
  index: number;
  title: string;
  onTurn: (index: number) => void;
  onClose: () => void;
}

/** A picture over the whole window that can be looked at closely: by wheel, pinch, dragging, buttons and keys. Escape closes it, and the focus goes back. */
export function ZoomDialog({ pictures, index, title, onTurn, onClose }: ZoomDialogProps): ReactElement | null {
  const { say } = useShell();
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const picture = pictures[index] ?? { image: undefined, service: undefined, caption: undefined };
  const view = useViewer(place, picture);
  useModal(dialog);
  useEffect(() => stage.current?.focus(), []);
  const several = pictures.length > 1;
  const turn = (by: number): void => onTurn((index + by + pictures.length) % pictures.length);
  const press = (event: KeyboardEvent): void => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : findDeed(event.key, view, several ? turn : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <dialog ref={dialog} className="zoom" aria-label={say('zoomTitle', { title })} onClose={onClose} onKeyDown={press}>
      <div className="zoom-head">
        <p className="zoom-title">{title}</p>
        {several && <p className="zoom-count">{say('pictureOf', { number: index + 1, count: pictures.length })}</p>}
        <button type="button" className="zoom-button" aria-label={say('close')} onClick={() => dialog.current?.close()}>
          <Icon name="close" />
        </button>
      </div>
      <div ref={stage} className="zoom-stage" tabIndex={0} role="group" aria-label={picture.caption || title} aria-describedby="zoom-keys">
        <div ref={place} className="zoom-place" data-shown={view.state === 'shown' || undefined} />
        {view.state === 'loading' && <p className="zoom-words">{say('zoomLoading')}</p>}
        {view.state === 'failed' && (
          <div className="zoom-words">
            <ErrorMessage words={say('zoomFailed')} again={say('retry')} onAgain={view.retry} />
          </div>
        )}
      </div>
      <div className="zoom-foot">
        <p className="zoom-caption">{picture.caption}</p>
        <div className="zoom-tools">
          {several && <ToolButton label={say('previousPicture')} icon="back" onPress={() => turn(-1)} />}
          <ToolButton label={say('zoomOut')} path={minus} onPress={() => view.zoomBy(1 / step)} />
          <p className="zoom-percent" aria-live="polite">
            <span className="unseen">{say('zoomAt', { percent: view.percent })}</span>
            <span aria-hidden="true">{view.percent}%</span>
          </p>
          <ToolButton label={say('zoomIn')} path={plus} onPress={() => view.zoomBy(step)} />
          <ToolButton label={say('zoomWhole')} icon="expand" onPress={view.showWhole} />
          {several && <ToolButton label={say('nextPicture')} icon="forward" onPress={() => turn(1)} />}
        </div>
        <p id="zoom-keys" className="zoom-keys">
          {say('zoomKeys')}
        </p>
      </div>
    </dialog>
  );
}

/** Returns what a key does; undefined for keys that are left to the browser. */
function findDeed(key: string, view: ZoomView, turn: ((by: number) => void) | undefined): (() => void) | undefined {
  const deeds: Record<string, () => void> = {
    '+': () => view.zoomBy(step),
    '=': () => view.zoomBy(step),
    '-': () => view.zoomBy(1 / step),
    _: () => view.zoomBy(1 / step),
    '0': view.showWhole,
    ArrowLeft: () => view.move(-stride, 0),
    ArrowRight: () => view.move(stride, 0),
    ArrowUp: () => view.move(0, -stride),
    ArrowDown: () => view.move(0, stride),
    ...(turn ? { PageUp: () => turn(-1), PageDown: () => turn(1) } : {}),
  };
  return Object.hasOwn(deeds, key) ? deeds[key] : undefined;
}

interface ToolButtonProps {
  label: string;
  icon?: 'back' | 'forward' | 'expand';
  path?: string;
  onPress: () => void;
}

function ToolButton({ label, icon, path, onPress }: ToolButtonProps): ReactElement {
  return (
    <button type="button" className="zoom-button" aria-label={label} title={label} onClick={onPress}>
      {icon ? <Icon name={icon} /> : <Outline path={path ?? ''} />}
    </button>
  );
}
