import { Component, createRef, type ReactElement, type ReactNode, type RefObject } from 'react';

/** What stands around a part that may fail. */
interface BoundaryProps {
  /** What stands in the place of a part that failed: it is given the way to try again, and holds `place`, which a focus moves to that was within the part. */
  instead: (retry: () => void, place: RefObject<HTMLDivElement>) => ReactElement | null;
  /** When this changes, a part that failed is tried again by itself. */
  of?: unknown;
  children: ReactNode;
}

interface BoundaryState {
  failed: boolean;
}

/**
 * Keeps a fault where it happens: a part that cannot be rendered gives its place to words, the rest of the page stays. React tells
 * the browser's console what happened; nobody else is told.
 */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false };
  private readonly place = createRef<HTMLDivElement>();

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true };
  }

  override getSnapshotBeforeUpdate(): Element | null {
    return document.activeElement;
  }

  override componentDidUpdate(before: BoundaryProps, { failed }: BoundaryState, focused: Element | null): void {
    if (!this.state.failed) return;
    if (failed && before.of !== this.props.of) this.retry();
    else if (focused && !focused.isConnected) this.place.current?.focus({ preventScroll: true });
  }

  private readonly retry = (): void => this.setState({ failed: false });

  override render(): ReactNode {
    return this.state.failed ? this.props.instead(this.retry, this.place) : this.props.children;
  }
}
