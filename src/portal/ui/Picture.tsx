import type { ReactElement } from 'react';
import type { Ratio } from '../../model/definitions.g';
import type { Json } from '../../model/json';
import { sanitizeAddress } from '../../runtime/display';
import './Picture.css';

const heights: Record<Ratio, number> = { '1:1': 800, '4:3': 600, '3:4': 1067, '3:2': 533, '16:9': 450, '21:9': 343 };

/** Returns the class that keeps the place of a picture of this ratio free. */
export const ratioClass = (ratio: Ratio | undefined): string => `picture-ratio-${(ratio ?? '4:3').replace(':', '-')}`;

/** Returns the address of a picture found in data; undefined for anything that is no address. */
export const toPictureAddress = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? sanitizeAddress(value) : undefined;

/**
 * A picture that fills a place of its ratio; without an address the empty place stays tinted.
 * @param fallback what is shown when the picture cannot be had, see mendPictures
 */
export function Picture({
  src,
  fallback,
  alt,
  ratio = '4:3',
  lazy = true,
}: {
  src: string | undefined;
  fallback?: string;
  alt: string;
  ratio?: Ratio;
  lazy?: boolean;
}): ReactElement {
  return (
    <span className={`picture ${ratioClass(ratio)}`}>
      {src !== undefined && (
        <img
          src={src}
          alt={alt}
          data-fallback={fallback === src ? undefined : fallback}
          width={800}
          height={heights[ratio]}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
        />
      )}
    </span>
  );
}
