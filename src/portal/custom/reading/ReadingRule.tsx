import { useEffect, useRef, type ReactElement } from 'react';
import './reading.css';

/** A line across the window that keeps the eye in its row: it goes with the pointer and with the focus. Escape takes it away. */
export function ReadingRule({ onEnd }: { onEnd: () => void }): ReactElement {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = (y: number): void => {
      if (line.current) line.current.style.transform = `translateY(${Math.round(y)}px)`;
    };
    const point = ({ clientY }: PointerEvent): void => move(clientY);
    const focus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.id !== 'main') move(target.getBoundingClientRect().bottom);
    };
    const escape = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onEnd();
    };
    move(window.innerHeight / 2);
    window.addEventListener('pointermove', point, { passive: true });
    window.addEventListener('pointerdown', point, { passive: true });
    document.addEventListener('focusin', focus);
    document.addEventListener('keydown', escape);
    return () => {
      window.removeEventListener('pointermove', point);
      window.removeEventListener('pointerdown', point);
      document.removeEventListener('focusin', focus);
      document.removeEventListener('keydown', escape);
    };
  }, [onEnd]);
  return <div ref={line} className="reading-rule" aria-hidden="true" />;
}
