import { useEffect, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useShell } from '../../data/context';
import { PortalLink } from '../../ui/PortalLink';
import { Icon } from '../../ui/icons';

interface FrameProps {
  title: string;
  /** The address of the page without the card. */
  close: string;
  /** More of it is on its way. */
  busy?: boolean;
  /** Whether it was opened on this page: then it takes the focus, and gives it back. */
  fresh: boolean;
  children: ReactNode;
}

/** What stands on the map for a place: beside its mark on wide screens, at the foot of narrow ones. Escape closes it. */
export function CardFrame({ title, close, busy = false, fresh, children }: FrameProps): ReactElement {
  const { say } = useShell();
  const navigate = useNavigate();
  const card = useRef<HTMLElement>(null);
  useFocus(card, fresh, title);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    void navigate(close);
  };
  return (
    <article ref={card} className="map-card" aria-label={title} aria-busy={busy} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="map-card-body">{children}</div>
      <PortalLink href={close} className="map-card-close" label={say('close')}>
        <Icon name="close" />
      </PortalLink>
    </article>
  );
}

/** Goes to a card that was just opened, and back to where the focus was when it is closed. */
function useFocus(card: { readonly current: HTMLElement | null }, fresh: boolean, title: string): void {
  useEffect(() => {
    if (!fresh) return undefined;
    const opener = document.activeElement;
    card.current?.focus({ preventScroll: true });
    return () => {
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [card, fresh, title]);
}
