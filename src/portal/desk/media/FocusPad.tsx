import { useRef, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { useShell } from '../../data/context';
import { toWidths } from '../../ui/Picture';
import './FocusPad.css';

/** Where a picture is cut to, in hundredths of its width and height. */
interface Point {
  x: number;
  y: number;
}

const middle: Point = { x: 50, y: 50 };
const step = 2;
const largeStep = 10;
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const crops = ['wide', 'square', 'tall'] as const;

const bound = (value: number): number => Math.min(100, Math.max(0, Math.round(value)));
const write = ({ x, y }: Point): string => `${bound(x)},${bound(y)}`;

/** Reads a point as it is written; the middle for anything else. */
function readPoint(value: unknown): Point {
  const [, x, y] = /^(\d{1,3}),(\d{1,3})$/.exec(typeof value === 'string' ? value : '') ?? [];
  return x === undefined || y === undefined ? middle : { x: Number(x), y: Number(y) };
}

interface FocusPadProps {
  id: string;
  /** The address of the picture. */
  picture: string;
  /** Such as `50,30`; empty: the middle. */
  value: unknown;
  onChange: (value: string) => void;
  label: string;
  describedBy?: string | undefined;
}

/** A picture with the point of it that stays where it is cropped, moved by clicks, by dragging and by arrow keys; beside it what is left when it is cropped. */
export function FocusPad({ id, picture, value, onChange, label, describedBy }: FocusPadProps): ReactElement {
  const { say } = useShell();
  const stage = useRef<HTMLDivElement>(null);
  const point = readPoint(value);
  const position = `${point.x}% ${point.y}%`;
  const moveTo = ({ clientX, clientY }: PointerEvent): void => {
    const box = stage.current?.getBoundingClientRect();
    if (box && box.width > 0 && box.height > 0)
      onChange(write({ x: ((clientX - box.left) / box.width) * 100, y: ((clientY - box.top) / box.height) * 100 }));
  };
  const moveBy = (event: KeyboardEvent): void => {
    const [across, down] = moves[event.key] ?? [];
    if (across === undefined || down === undefined) return;
    event.preventDefault();
    const by = event.shiftKey ? largeStep : step;
    onChange(write({ x: point.x + across * by, y: point.y + down * by }));
  };
  return (
    <div className="focus-pad">
      <div
        ref={stage}
        className="focus-pad-stage"
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          moveTo(event);
          document.getElementById(id)?.focus({ preventScroll: true });
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event);
        }}
      >
        <img {...toWidths(picture, '640px', false)} src={picture} alt="" draggable={false} />
        <button
          id={id}
          type="button"
          role="slider"
          className="focus-pad-point"
          style={{ left: `${point.x}%`, top: `${point.y}%` }}
          aria-label={label}
          aria-describedby={describedBy}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={point.x}
          aria-valuetext={say('mediaFocusAt', { x: point.x, y: point.y })}
          onKeyDown={moveBy}
        />
      </div>
      <div className="focus-pad-crops">
        <span className="focus-pad-heading">{say('mediaFocusPreview')}</span>
        {crops.map((crop) => (
          <img
            key={crop}
            className={`focus-pad-${crop}`}
            style={{ objectPosition: position }}
            {...toWidths(picture, '240px', false)}
            src={picture}
            alt=""
          />
        ))}
      </div>
      <p className="focus-pad-words">
        <span>{say('mediaFocusAt', { x: point.x, y: point.y })}</span>
        <button type="button" className="quiet-link" onClick={() => onChange('')}>
          {say('mediaFocusMiddle')}
        </button>
      </p>
    </div>
  );
}
