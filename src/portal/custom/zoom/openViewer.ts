import type { Viewer } from 'openseadragon';
import { prefersReducedMotion } from '../../ui/slides/useSlides';

/** What a viewer tells of itself. */
export interface ViewerEvents {
  onShown: () => void;
  /** How large the picture is now, 1 when all of it is seen. */
  onZoom: (factor: number) => void;
  onFailed: () => void;
}

/** Where a picture comes from: an image service, or a file. */
export type Source = { service: string } | { image: string };

/** Seconds that a change of the view takes. */
const seconds = 0.6;
/** Points of the screen that one point of the picture takes up at most. */
const nearest = 3;

/**
 * Opens a picture in OpenSeadragon, whose program is fetched for it. Its own buttons and keys stay away: ours have words, and keys count
 * wherever the focus is in the dialog. It draws on a plain canvas, which may hold pictures of other sites too.
 * @throws when the program cannot be fetched
 */
export async function openViewer(element: HTMLElement, source: Source, on: ViewerEvents): Promise<Viewer> {
  const { default: openSeadragon } = await import('openseadragon');
  claimStyles();
  const still = prefersReducedMotion();
  const viewer = openSeadragon({
    element,
    tileSources: 'service' in source ? `${source.service}/info.json` : { type: 'image', url: source.image },
    drawer: 'canvas',
    showNavigationControl: false,
    gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
    gestureSettingsPen: { clickToZoom: false, dblClickToZoom: true },
    crossOriginPolicy: false,
    tabIndex: -1,
    animationTime: still ? 0 : seconds,
    immediateRender: still,
    visibilityRatio: 0.8,
    constrainDuringPan: true,
    minZoomImageRatio: 1,
    maxZoomPixelRatio: nearest,
    keyboardNavEnabled: false,
  });
  viewer.addOnceHandler('open', on.onShown);
  viewer.addOnceHandler('open-failed', on.onFailed);
  viewer.addHandler('zoom', ({ zoom }) => on.onZoom(zoom / viewer.viewport.getHomeZoom()));
  return viewer;
}

/** The viewer writes a rule into the page, once, which the Content-Security-Policy would block and report; ours says the same where one stands already. */
function claimStyles(): void {
  const name = 'data-openseadragon-mobile-css';
  if (document.querySelector(`style[${name}]`)) return;
  // Of no namespace it is no sheet: an empty one would be blocked too.
  const empty = document.createElementNS(null, 'style');
  empty.setAttribute(name, '');
  document.head.append(empty);
}
