import type { ReactElement } from 'react';
import type { Ratio } from '../../model/definitions.g';
import type { Json } from '../../model/json';
import { sanitizeAddress } from '../../runtime/display';
import { describeWidths } from '../../runtime/pictureWidths';
import { usePage } from '../data/context';
import './Picture.css';

/** Returns the class that keeps the place of a picture of this ratio free. */
const toRatioClass = (ratio: Ratio): string => `picture-ratio-${ratio.replace(':', '-')}`;

/** Returns the address of a picture found in data; undefined for anything that is no address. */
export const toPictureAddress = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? sanitizeAddress(value) : undefined;

/** How wide the one picture of several is shown that is on. */
export const stageSizes = '(min-width: 1200px) 800px, 100vw';
/** How wide a picture is shown where a place says nothing: the cards of a list, beside each other on wide screens. */
const usualSizes = '(min-width: 768px) 400px, 100vw';

/**
 * Returns the widths in which an uploaded picture can be had, and how wide it is shown, as attributes; none for any other picture.
 * @param sizes as in HTML; browsers that know how wide a lazy picture is shown need not be told
 */
export function toWidths(src: string, sizes: string, lazy: boolean): { srcSet?: string; sizes?: string } {
  const srcSet = describeWidths(src);
  return srcSet === undefined ? {} : { srcSet, sizes: lazy ? `auto, ${sizes}` : sizes };
}

/**
 * A picture that fills a place of its ratio; without an address the empty place stays tinted. What the institution itself says is seen in it
 * comes before what the place knows.
 * @param fallback what is shown when the picture cannot be had, see mendPictures
 * @param sizes how wide it is shown, as in HTML
 */
export function Picture({
  src,
  fallback,
  alt,
  ratio = '4:3',
  lazy = true,
  sizes = usualSizes,
}: {
  src: string | undefined;
  fallback?: string;
  alt: string;
  ratio?: Ratio;
  lazy?: boolean;
  sizes?: string;
}): ReactElement {
  const said = usePage().page.alts;
  return (
    <span className={`picture ${toRatioClass(ratio)}`}>
      {src !== undefined && (
        <img
          {...toWidths(src, sizes, lazy)}
          src={src}
          alt={said?.[src] ?? alt}
          data-fallback={fallback === src ? undefined : fallback}
          width={800}
          height={Math.round((800 / parseInt(ratio)) * +ratio.slice(-1))}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
        />
      )}
    </span>
  );
}
