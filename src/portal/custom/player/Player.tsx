import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Outline } from '../../ui/icons';
import { carryOut, findCommand, fullscreenElement, type Command } from './commands';
import { Controls } from './Controls';
import { glyphs } from './glyphs';
import type { Lack, Media } from './media';
import './controls.css';
import { useIdle } from './useIdle';
import { usePlayback } from './usePlayback';
import { useVideo } from './useVideo';

/** What a player is given. */
export interface PlayerProps {
  media: Media;
  poster: string | undefined;
  captions: string | undefined;
  title: string;
  /** The words for why nothing plays. */
  told: (lack: Lack) => string;
  onEnd: () => void;
  onFail: () => void;
}

/** Plays a stream or a film, with controls for mouse, touch and keyboard. A stream that does not come is waited for (ledger LIVE-05). */
export function Player({ media, poster, captions, title, told, onEnd, onFail }: PlayerProps): ReactElement {
  const { say } = useShell();
  const frame = useRef<HTMLDivElement>(null);
  const videoRef = useRef<HTMLVideoElement>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const playback = usePlayback(videoRef, media, { onEnd, onFail });
  const enlarged = useEnlarged(frame);
  const { idle, wake, toggleIdle } = useIdle(playback.phase === 'playing');
  useEffect(() => {
    setVideo(videoRef.current);
    // What was pressed is gone: the focus stays in the player, so that its keys work.
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView?.({ block: 'nearest', behavior: 'smooth' });
  }, []);
  const command = (name: Command): void => {
    if (videoRef.current && frame.current) carryOut(name, videoRef.current, frame.current);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    wake();
    const name = event.target instanceof Element ? findCommand(event, event.target.tagName) : undefined;
    if (name === undefined) return;
    event.preventDefault();
    command(name);
  };
  const onPress = ({ pointerType }: PointerEvent): void => (pointerType === 'mouse' ? command('toggle') : toggleIdle());
  const { phase } = playback;
  return (
    <div
      ref={frame}
      className="player-on"
      role="region"
      aria-label={say('playerOf', { title })}
      tabIndex={-1}
      data-idle={idle || undefined}
      onKeyDown={onKeyDown}
      onPointerMove={wake}
      onFocus={wake}
    >
      <video
        ref={videoRef}
        className="player-video"
        poster={poster}
        playsInline
        onPointerUp={onPress}
        onDoubleClick={() => command('fullscreen')}
        aria-label={title}
        tabIndex={-1}
      >
        {captions !== undefined && <track kind="captions" src={captions} srcLang="zh-CN" label={say('playerCaptions')} />}
      </video>
      {video && (phase === 'starting' || phase === 'playing') && <Middle video={video} starting={phase === 'starting'} />}
      <div role="status">
        {(phase === 'waiting' || phase === 'unplayable') && (
          <div className="player-told">
            {poster !== undefined && <img className="player-cover" src={poster} alt="" />}
            <p className="player-words">{told(phase === 'waiting' ? 'waiting' : 'failed')}</p>
            {phase === 'waiting' && (
              <button type="button" className="button button-small" onClick={playback.retry}>
                {say('retry')}
              </button>
            )}
          </div>
        )}
      </div>
      {video && (phase === 'starting' || phase === 'playing') && (
        <Controls video={video} kind={media.kind} playback={playback} enlarged={enlarged} onCommand={command} />
      )}
    </div>
  );
}

/** In the middle of the picture: that it is on its way, or that it rests. */
function Middle({ video, starting }: { video: HTMLVideoElement; starting: boolean }): ReactElement | null {
  const { say } = useShell();
  const { stalled, paused } = useVideo(video);
  if (starting || stalled) return <span className="player-spinner" role="progressbar" aria-label={say('loading')} />;
  return paused ? (
    <span className="player-rest">
      <Outline path={glyphs.play} />
    </span>
  ) : null;
}

/** Whether an element fills the screen. */
function useEnlarged(frame: { current: Element | null }): boolean {
  const [enlarged, setEnlarged] = useState(false);
  useEffect(() => {
    const read = (): void => setEnlarged(frame.current !== null && fullscreenElement() === frame.current);
    const stop = new AbortController();
    for (const name of ['fullscreenchange', 'webkitfullscreenchange']) document.addEventListener(name, read, stop);
    return () => stop.abort();
  }, [frame]);
  return enlarged;
}
