import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  /** Renders the replacement of a failed part. */
  readonly renderFallback: (error: unknown, retry: () => void) => ReactNode;
  /** Renders the children again when this changes, for example the address. */
  readonly resetKey?: string | undefined;
}

interface State {
  readonly failed: { readonly error: unknown } | null;
  readonly resetKey: string | undefined;
}

/** An error boundary around plugin code: the shell and other plugins continue. */
export class PluginBoundary extends Component<Props, State> {
  override state: State = { failed: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: null, resetKey: props.resetKey };
  }

  readonly retry = (): void => this.setState({ failed: null });

  override render(): ReactNode {
    const { failed } = this.state;
    return failed ? this.props.renderFallback(failed.error, this.retry) : this.props.children;
  }
}
