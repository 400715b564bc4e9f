import type { ReactElement } from 'react';
import { usePage, useShell } from '../data/context';
import './Banner.css';

/**
 * The banner of inner pages (ledger SHELL-16). On lists it carries the page's heading; on details it is low, for their heading is the
 * item's own. Without a picture the heading stands on paper.
 */
export function Banner(): ReactElement | null {
  const {
    page: { banner, heading, definition },
  } = usePage();
  const {
    shell: { site },
  } = useShell();
  const detail = definition.kind === 'detail';
  if (detail && banner === undefined) return null;
  const Heading = detail ? 'p' : 'h1';
  return (
    <div className={`banner ${banner === undefined ? 'banner-bare' : ''} ${detail ? 'banner-low' : ''}`}>
      {banner !== undefined && <img className="banner-picture" src={banner} alt="" width={1440} height={360} />}
      <div className="wrap banner-words">
        <Heading className="banner-title">{heading}</Heading>
        {!detail && site.subtitle !== undefined && (
          <p className="banner-subtitle" lang="en">
            {site.subtitle}
          </p>
        )}
      </div>
    </div>
  );
}
