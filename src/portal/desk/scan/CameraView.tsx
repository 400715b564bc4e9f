import { useEffect, useRef, type ReactElement } from 'react';
import type { TextKey } from '../../../model/textKeys.g';
import { useShell } from '../../data/context';
import { useLatest } from '../../data/useLatest';
import { openReader } from './barcodes';
import { wait } from './wait';

/** Milliseconds between two looks at the picture. */
const lookEvery = 150;
/** A code that stays in the picture is one code until it was away for so many milliseconds. */
const awayFor = 2500;

/** What is said of a camera that cannot be had, by the name of the fault. */
const faults: Readonly<Record<string, TextKey>> = {
  NotAllowedError: 'scanCameraRefused',
  SecurityError: 'scanCameraRefused',
  NotFoundError: 'scanCameraNone',
  OverconstrainedError: 'scanCameraNone',
  NotSupportedError: 'scanCameraAbsent',
};

interface CameraViewProps {
  onCode: (code: string) => Promise<void>;
  onFault: (words: TextKey) => void;
}

/** What the camera sees, as long as it is shown; each code in it is told once. */
export function CameraView({ onCode, onFault }: CameraViewProps): ReactElement {
  const { say } = useShell();
  const picture = useRef<HTMLVideoElement>(null);
  const latest = useLatest({ onCode, onFault });
  useEffect(() => {
    let over = false;
    let stream: MediaStream | undefined;
    const run = async (video: HTMLVideoElement): Promise<void> => {
      const reader = await openReader();
      if (!reader) return latest.current.onFault('scanCameraAbsent');
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
      if (over) return stop();
      video.srcObject = stream;
      await video.play();
      let last = { code: '', seen: 0 };
      while (!isOver()) {
        // A picture that is not ready has no codes.
        const code = (await reader.detect(video).catch(() => []))[0]?.rawValue ?? '';
        if (code !== '' && !isOver()) {
          const isNew = code !== last.code || Date.now() - last.seen > awayFor;
          if (isNew) await latest.current.onCode(code);
          last = { code, seen: Date.now() };
        }
        await wait(lookEvery);
      }
    };
    const isOver = (): boolean => over;
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    if (picture.current)
      run(picture.current).catch((error: unknown) => {
        stop();
        if (!over) latest.current.onFault((error instanceof DOMException && faults[error.name]) || 'scanCameraFailed');
      });
    return () => {
      over = true;
      stop();
    };
  }, [latest]);
  return (
    <div className="scanner-section-camera">
      <video ref={picture} muted playsInline aria-label={say('scanCameraView')} />
      <span className="scanner-section-camera-frame" aria-hidden="true" />
      <p>{say('scanCameraAim')}</p>
    </div>
  );
}
