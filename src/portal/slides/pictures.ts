import type { Action, Pointer, Value } from '../../model/definitions.g';
import type { Json } from '../../model/payload';
import { resolve, type Scope } from '../../runtime/scope';
import { evaluate } from '../../runtime/value';
import { pictureAddress } from '../show/Picture';
import type { Shows } from '../show/useShow';
import type { Slide } from './Carousel';

/** The addresses found at a reference: of texts, or of objects by the picture within each. */
export function picturesAt(images: Pointer | undefined, image: Value | undefined, scope: Scope): { src: string; entry: Json }[] {
  const value = images === undefined ? undefined : resolve(images, scope);
  const entries = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return entries.flatMap((entry) => {
    const src = pictureAddress(image === undefined ? entry : evaluate(image, { ...scope, entry }));
    return src === undefined ? [] : [{ src, entry }];
  });
}

/** Pictures with what each opens. */
export function slidesAt(pictures: readonly { src: string; entry: Json }[], opens: Action | undefined, showsOf: (extra: Scope) => Pick<Shows, 'target'>): Slide[] {
  return pictures.map(({ src, entry }) => ({ src, opens: showsOf({ entry }).target(opens) }));
}
