import type { Pointer, Value } from '../../model/definitions.g';
import type { Json } from '../../model/json';
import { resolve } from '../../model/pointer';
import type { Scope } from '../../runtime/roots';
import { evaluate } from '../../runtime/value';
import { toPictureAddress } from './Picture';

/** Returns the addresses found at a reference: of texts, or of objects by the picture within each. */
export function readPictures(images: Pointer | undefined, image: Value | undefined, scope: Scope): { src: string; entry: Json }[] {
  const value = images === undefined ? undefined : resolve(images, scope);
  const entries = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  return entries.flatMap((entry) => {
    const src = toPictureAddress(image === undefined ? entry : evaluate(image, { ...scope, entry }));
    return src === undefined ? [] : [{ src, entry }];
  });
}
