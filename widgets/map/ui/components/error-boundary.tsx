import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly onError: ((error: Error) => void) | undefined;
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** An error boundary for a part that throws, or whose code cannot be loaded. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    this.props.onError?.(error);
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
