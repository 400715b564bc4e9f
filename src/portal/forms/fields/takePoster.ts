/** Where a picture is looked for, as shares of the film's length: many a film begins with black. */
const moments = [0.1, 0.3, 0.5];
/** The picture is as wide as the film, and no wider than this. */
const widest = 1280;
const patienceMs = 8000;
/** Below this deviation of its brightness, of 255, a picture shows nothing. */
const plainBelow = 6;

/**
 * Takes a picture of a film that the visitor chose, before any of it was sent.
 * @returns a JPEG with the film's name; undefined where the browser cannot play it, or only hear it
 */
export async function takePoster(film: File): Promise<File | undefined> {
  const address = URL.createObjectURL(film);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    await happens(video, 'loadeddata', () => {
      video.src = address;
    });
    const canvas = await drawMoment(video);
    const blob = canvas && (await encode(canvas));
    return blob ? new File([blob], `${film.name.replace(/\.[^.]*$/, '')}.jpg`, { type: 'image/jpeg' }) : undefined;
  } catch {
    // A codec that is not known: the visitor chooses a picture.
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

const encode = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.86);
  });

/** Draws the first of the moments that shows something; the last one where none does. */
async function drawMoment(video: HTMLVideoElement): Promise<HTMLCanvasElement | undefined> {
  // What a browser recorded itself has no length before it was read to its end.
  const length = Number.isFinite(video.duration) ? video.duration : 0;
  const scale = Math.min(1, widest / video.videoWidth);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen || canvas.width === 0 || canvas.height === 0) return undefined;
  for (const share of moments) {
    await happens(video, 'seeked', () => {
      video.currentTime = length * share;
    });
    pen.drawImage(video, 0, 0, canvas.width, canvas.height);
    if (!isPlain(pen.getImageData(0, 0, canvas.width, canvas.height).data)) break;
  }
  return canvas;
}

/** Returns whether points, each of red, green, blue and opacity, are all about as bright as each other. */
function isPlain(points: Uint8ClampedArray): boolean {
  const step = 4 * Math.max(1, Math.floor(points.length / 4 / 2000));
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < points.length; at += step) {
    const light = ((points[at] ?? 0) + (points[at + 1] ?? 0) + (points[at + 2] ?? 0)) / 3;
    count += 1;
    sum += light;
    squares += light * light;
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) < plainBelow;
}

/** Does something and waits until the film says that it happened. @throws when it cannot, or takes too long */
function happens(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', act: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error(`no ${event}`));
    const timer = setTimeout(fail, patienceMs);
    const end = (settle: () => void) => (): void => {
      clearTimeout(timer);
      settle();
    };
    video.addEventListener(event, end(resolve), { once: true });
    video.addEventListener('error', end(fail), { once: true });
    act();
  });
}
