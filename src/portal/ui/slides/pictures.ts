import type { Action, Display, Pointer, Value } from '../../../model/definitions.g';
import type { Json } from '../../../model/json';
import { resolve } from '../../../model/pointer';
import type { Scope } from '../../../runtime/roots';
import { evaluate } from '../../../runtime/value';
import { toPictureAddress } from '../Picture';
import type { Shows } from '../useShow';
import type { Slide } from './Carousel';

/** Returns the addresses found at a reference: of texts, or of objects by the picture within each. */
export function readPictures(images: Pointer | undefined, image: Value | undefined, scope: Scope): { src: string; entry: Json }[] {
  const value = images === undefined ? undefined : resolve(images, scope);
  const entries = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return entries.flatMap((entry) => {
    const src = toPictureAddress(image === undefined ? entry : evaluate(image, { ...scope, entry }));
    return src === undefined ? [] : [{ src, entry }];
  });
}

/** Pictures with the words on each and what it opens. */
export function readSlides(
  pictures: readonly { src: string; entry: Json }[],
  { caption, opens }: { caption?: Display; opens?: Action },
  showsOf: (extra: Scope) => Pick<Shows, 'one' | 'target'>,
): Slide[] {
  return pictures.map(({ src, entry }) => {
    const shows = showsOf({ entry });
    return { src, caption: shows.one(caption)?.text, opens: shows.target(opens) };
  });
}
