import type { Action, Display } from '../../../model/definitions.g';
import type { Json } from '../../../model/json';
import type { Scope } from '../../../runtime/roots';
import type { Shows } from '../useShow';
import type { Slide } from './Carousel';

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
