import type { Viewer } from 'openseadragon';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { ZoomPicture } from './kinds';
import { openViewer, type Source } from './openViewer';

/** A picture in its viewer, and what visitors do with it. */
export interface ZoomView {
  state: 'loading' | 'shown' | 'failed';
  /** How large it is, in hundredths of all of it. */
  percent: number;
  zoomBy: (factor: number) => void;
  /** Moves the view by shares of what is seen. */
  move: (x: number, y: number) => void;
  showWhole: () => void;
  retry: () => void;
}

/** What is tried in turn: the service with all its points, then the picture as it is. */
const listSources = ({ service, image }: ZoomPicture): Source[] => [
  ...(service === undefined ? [] : [{ service }]),
  ...(image === undefined ? [] : [{ image }]),
];

/** Shows a picture in an element as long as both are there; where its service gives no answer the plain picture stands in. */
export function useViewer(place: RefObject<HTMLElement>, picture: ZoomPicture): ZoomView {
  const viewer = useRef<Viewer>();
  const [state, setState] = useState<ZoomView['state']>('loading');
  const [percent, setPercent] = useState(100);
  const [asked, setAsked] = useState(0);
  const { service, image } = picture;
  useEffect(() => {
    let alive = true;
    setState('loading');
    setPercent(100);
    const close = (): void => {
      viewer.current?.destroy();
      viewer.current = undefined;
    };
    const open = ([source, ...rest]: Source[]): void => {
      if (!alive) return;
      close();
      if (source === undefined || !place.current) return setState('failed');
      const fail = (): void => open(rest);
      openViewer(place.current, source, {
        onShown: () => alive && setState('shown'),
        onZoom: (factor) => alive && setPercent(Math.round(factor * 100)),
        // Not within its own event: what it goes on with would be gone.
        onFailed: () => setTimeout(fail),
      }).then(
        (opened) => {
          if (alive) viewer.current = opened;
          else opened.destroy();
        },
        () => alive && setState('failed'),
      );
    };
    open(listSources({ service, image, caption: undefined }));
    return () => {
      alive = false;
      close();
    };
  }, [place, service, image, asked]);
  const change = (act: (viewport: Viewer['viewport']) => void): void => {
    const viewport = viewer.current?.viewport;
    if (!viewport) return;
    act(viewport);
    viewport.applyConstraints();
  };
  return {
    state,
    percent,
    zoomBy: (factor) => change((viewport) => viewport.zoomBy(factor)),
    move: (x, y) =>
      change((viewport) => {
        const { width, height } = viewport.getBounds();
        const to = viewport.getCenter();
        to.x += x * width;
        to.y += y * height;
        viewport.panTo(to);
      }),
    showWhole: () => change((viewport) => viewport.goHome()),
    retry: () => setAsked(asked + 1),
  };
}
