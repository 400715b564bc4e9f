import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import './PictureButton.css';

/**
 * A button with a picture that shows itself while the pointer is on either or the focus is on the button, by the style sheet alone. Escape puts
 * it away without moving them (WCAG 2.2, 1.4.13), until one of them comes again.
 * @param label what the picture is of
 */
export function PictureButton({
  src,
  label,
  className,
  children,
}: {
  src: string;
  label: string;
  className: string;
  children: ReactNode;
}): ReactElement {
  const [away, setAway] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setAway(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const come = (): void => setAway(false);
  return (
    <span className="picture-button" data-away={away || undefined} onMouseEnter={come} onFocus={come}>
      <button type="button" className={className}>
        {children}
      </button>
      <span className="picture-button-panel">
        <img src={src} alt={label} loading="lazy" decoding="async" />
      </span>
    </span>
  );
}
