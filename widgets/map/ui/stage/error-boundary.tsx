import { Component, type ReactNode } from 'react';

interface Props {
  readonly onFail: () => void;
  readonly children: ReactNode;
}

/** Keeps a part of the map that throws, or whose code cannot be had, from taking the rest with it. */
export class PartBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFail();
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
