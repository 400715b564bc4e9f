import type { CSSProperties, ReactElement } from 'react';
import { useShell } from '../../data/context';
import { Outline } from '../../ui/icons';
import { moveTo, setVolume, type Command } from './commands';
import { glyphs } from './glyphs';
import { formatPlayTime, type Media } from './media';
import type { Playback } from './usePlayback';
import { useVideo, type VideoState } from './useVideo';

/** Seconds of a stream from which on one can go back in it, and behind its newest picture from which on one is late. */
const worthSeeking = 60;
const late = 15;

interface ControlsProps {
  video: HTMLVideoElement;
  kind: Media['kind'];
  playback: Playback;
  enlarged: boolean;
  onCommand: (command: Command) => void;
}

/** How far a slider is filled, from 0 to 1. */
const filled = (share: number): CSSProperties => ({
  backgroundSize: `${Math.round(1000 * Math.max(0, Math.min(1, share || 0))) / 10}% 4px`,
});

/** The controls below the picture. */
export function Controls({ video, kind, playback, enlarged, onCommand }: ControlsProps): ReactElement {
  const { say } = useShell();
  const state = useVideo(video);
  const { paused, muted } = state;
  const volume = muted ? 0 : state.volume;
  const seekable = kind === 'film' ? state.until > 0 : state.until - state.from > worthSeeking;
  return (
    <div className="player-controls">
      {seekable && <SeekBar video={video} kind={kind} state={state} />}
      <div className="player-bar">
        <Control icon={paused ? 'play' : 'pause'} label={say(paused ? 'playerPlay' : 'playerPause')} onClick={() => onCommand('toggle')} />
        <Control icon={muted ? 'silent' : 'sound'} label={say(muted ? 'playerUnmute' : 'playerMute')} onClick={() => onCommand('mute')} />
        <input
          className="player-range player-volume"
          type="range"
          min={0}
          max={1}
          step={0.05}
          style={filled(volume)}
          value={volume}
          aria-label={say('playerVolume')}
          aria-valuetext={`${Math.round(volume * 100)}%`}
          onChange={(event) => setVolume(video, Number(event.target.value))}
        />
        {kind === 'stream' ? (
          <LiveMark behind={seekable && !paused && state.until - state.time > late} onPress={() => onCommand('end')} />
        ) : (
          <span className="player-time">
            <span>{formatPlayTime(state.time)}</span>
            <span aria-hidden="true"> / </span>
            <span>{formatPlayTime(state.until)}</span>
          </span>
        )}
        <span className="player-gap" />
        {playback.qualities.length > 1 && <QualityChoice playback={playback} />}
        {state.captions && (
          <Control icon="captions" label={say('playerCaptions')} pressed={state.captionsOn} onClick={() => onCommand('captions')} />
        )}
        <Control
          icon={enlarged ? 'reduce' : 'enlarge'}
          label={say(enlarged ? 'playerReduce' : 'playerEnlarge')}
          onClick={() => onCommand('fullscreen')}
        />
      </div>
    </div>
  );
}

interface ControlProps {
  icon: keyof typeof glyphs;
  label: string;
  pressed?: boolean;
  onClick: () => void;
}

function Control({ icon, label, pressed, onClick }: ControlProps): ReactElement {
  return (
    <button type="button" className="player-button" aria-label={label} title={label} aria-pressed={pressed} onClick={onClick}>
      <Outline path={glyphs[icon]} />
    </button>
  );
}

function SeekBar({ video, kind, state }: Pick<ControlsProps, 'video' | 'kind'> & { state: VideoState }): ReactElement {
  const { say } = useShell();
  const { time, from, until } = state;
  const told =
    kind === 'film'
      ? say('playerTime', { time: formatPlayTime(time), duration: formatPlayTime(until) })
      : `-${formatPlayTime(until - time)}`;
  return (
    <input
      className="player-range player-seek"
      type="range"
      min={from}
      max={until}
      step="any"
      style={filled((time - from) / (until - from))}
      value={Math.min(Math.max(time, from), until)}
      aria-label={say('playerSeek')}
      aria-valuetext={told}
      onChange={(event) => moveTo(video, Number(event.target.value))}
    />
  );
}

/** Says that it is live; who has fallen behind can go back to what is happening now. */
function LiveMark({ behind, onPress }: { behind: boolean; onPress: () => void }): ReactElement {
  const { say } = useShell();
  return behind ? (
    <button type="button" className="player-live player-behind" onClick={onPress}>
      {say('playerToLive')}
    </button>
  ) : (
    <span className="player-live">{say('playerLive')}</span>
  );
}

function QualityChoice({ playback: { qualities, quality, chooseQuality } }: { playback: Playback }): ReactElement {
  const { say } = useShell();
  return (
    <select
      className="player-quality"
      aria-label={say('playerQuality')}
      value={quality}
      onChange={(event) => chooseQuality(Number(event.target.value))}
    >
      <option value={-1}>{say('playerAuto')}</option>
      {qualities.map(({ id, height }) => (
        <option key={id} value={id}>{`${height}p`}</option>
      ))}
    </select>
  );
}
