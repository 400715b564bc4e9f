/**
 * Pictures that cannot be had leave no broken frame behind: one that cannot be had in several widths is asked for in its own, one with a
 * fallback shows that instead, any other is marked `data-broken`, for styles to hide. Content of institutions is full of addresses that worked once.
 * @param root the document; pictures that come later are watched too
 */
export function mendPictures(root: Document): void {
  root.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) mend(target);
    },
    true,
  );
  root.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLImageElement) delete target.dataset['broken'];
    },
    true,
  );
  // Those that failed before this program was there. What has no size may still be a drawing without one: decoding tells.
  for (const picture of root.images)
    if (picture.complete && picture.naturalWidth === 0 && picture.currentSrc !== '') picture.decode().catch(() => mend(picture));
}

function mend(picture: HTMLImageElement): void {
  if (picture.hasAttribute('srcset')) {
    picture.removeAttribute('srcset');
    return;
  }
  const { fallback } = picture.dataset;
  if (fallback !== undefined && picture.getAttribute('src') !== fallback) picture.setAttribute('src', fallback);
  else picture.dataset['broken'] = '';
}
