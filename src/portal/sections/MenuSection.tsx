import { useEffect, useRef, type ReactElement, type RefObject } from 'react';
import { evaluate } from '../../runtime/value';
import type { Target } from '../../runtime/action';
import { usePage } from '../data/context';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { ActionButton } from '../ui/actions/ActionButton';
import { TargetLink } from '../ui/actions/TargetLink';
import { toPictureAddress } from '../ui/Picture';
import { useShow } from '../ui/useShow';
import { Icon } from '../ui/icons';
import '../ui/Skeleton.css';
import './MenuSection.css';

/** Links in groups below a picture and a name; on narrow screens one strip that is moved sideways, with the open page in sight. */
export function MenuSection({ section, name, labelId }: SectionProps<SectionOf<'menu'>>): ReactElement {
  const shows = useShow();
  const label = shows.words(section.label);
  const groups = Object.entries(section.groups)
    .map(([key, group]) => ({ id: `${name}-${key}`, label: shows.words(group.label), targets: shows.targets(group.links) }))
    .filter(({ targets }) => targets.length > 0);
  const strip = useOpenInSight(groups.flatMap(({ targets }) => targets.map(([, { hint }]) => hint)).join(' '));
  return (
    <nav className="menu-section" aria-labelledby={labelId}>
      {label !== '' && (
        <h2 id={labelId} className="unseen">
          {label}
        </h2>
      )}
      <MenuHead section={section} />
      <div className="menu-section-groups" ref={strip}>
        {groups.map((group) => (
          <div key={group.id} className="menu-section-group">
            {group.label !== '' && (
              <p id={group.id} className="menu-section-group-label">
                {group.label}
              </p>
            )}
            <ul aria-labelledby={group.label === '' ? undefined : group.id}>
              {group.targets.map(([key, target]) => (
                <li key={key}>
                  <MenuEntry target={target} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

/** The picture, or the initial of the name in its place, and the name; their place is kept while nobody is known yet. */
function MenuHead({ section }: { section: SectionOf<'menu'> }): ReactElement | null {
  const { scope } = usePage();
  const { words } = useShow();
  if (section.image === undefined && section.title === undefined) return null;
  const image = toPictureAddress(evaluate(section.image, scope));
  const title = words(section.title);
  const text = words(section.text);
  return (
    <div className="menu-section-head">
      <span className="menu-section-face" aria-hidden="true">
        {image === undefined ? ([...title][0] ?? <Icon name="user" />) : <img src={image} alt="" width={64} height={64} />}
      </span>
      <p className="menu-section-words">
        <span className="menu-section-title">{title === '' ? <span className="skeleton-bone skeleton-bone-short" /> : title}</span>
        {text !== '' && <span className="menu-section-text">{text}</span>}
      </p>
    </div>
  );
}

function MenuEntry({ target }: { target: Target }): ReactElement {
  const { page } = usePage();
  if (target.href === undefined) return <ActionButton target={target} />;
  const path = target.href.split(/[?#]/)[0] ?? '';
  return (
    <TargetLink target={target} className="menu-section-entry" current={path === page.path}>
      {target.action.icon && <Icon name={target.action.icon} />}
      <span>{target.label}</span>
      {target.hint !== '' && <span className="menu-section-hint">{target.hint}</span>}
    </TargetLink>
  );
}

/** Moves the strip, and only the strip, so that the link of the open page is in its middle; anew when it becomes wider. */
function useOpenInSight(hints: string): RefObject<HTMLDivElement> {
  const strip = useRef<HTMLDivElement>(null);
  const {
    page: { path },
  } = usePage();
  useEffect(() => {
    const { current } = strip;
    const open = current?.querySelector('[aria-current]');
    if (!current || !open || current.scrollWidth <= current.clientWidth) return;
    const [outer, inner] = [current.getBoundingClientRect(), open.getBoundingClientRect()];
    current.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  }, [path, hints]);
  return strip;
}
