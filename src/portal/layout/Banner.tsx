import type { ReactElement } from 'react';
import { usePage } from '../data/context';
import { Wording } from '../ui/OriginalMark';
import './Banner.css';

/**
 * The banner of inner pages (ledger SHELL-16). On lists it carries the page's heading and what its column holds; on details it is low, for
 * their heading is the item's own. Without a picture, and above a form, the heading stands on paper.
 */
export function Banner(): ReactElement | null {
  const {
    page: { banner: picture, heading, lead, definition },
  } = usePage();
  const detail = definition.kind === 'detail';
  const form = definition.kind === 'form';
  const banner = form ? undefined : picture;
  if (detail && banner === undefined) return null;
  const Heading = detail ? 'p' : 'h1';
  return (
    <div className={`banner ${banner === undefined ? 'banner-bare' : ''} ${detail ? 'banner-low' : ''} ${form ? 'banner-on-paper' : ''}`}>
      {banner !== undefined && <img className="banner-picture" src={banner} alt="" width={1440} height={360} />}
      <div className="wrap banner-words">
        <Heading className="banner-title">
          <Wording text={heading} />
        </Heading>
        {lead !== undefined && (
          <p className="banner-lead">
            <Wording text={lead} />
          </p>
        )}
      </div>
    </div>
  );
}
