import { Component, lazy, Suspense, useState, type ReactNode } from 'react';
import type { KomakMapProps } from './ui/api/map-props.ts';

const load = () => import('./ui/map/komak-map.tsx').then(({ KomakMap: Part }) => ({ default: Part }));

/** The map, whose code is fetched when it is first shown; see `KomakMapProps`. It fills its parent. */
export function KomakMap(props: KomakMapProps) {
  const [Part, setPart] = useState(() => lazy(load));
  const { texts } = props;
  const [attempt, setAttempt] = useState(0);
  return (
    <Boundary
      key={attempt}
      onError={props.onError}
      fallback={
        <div role="alert" style={filling}>
          <p>{texts.failure}</p>
          <button
            type="button"
            onClick={() => {
              setPart(() => lazy(load));
              setAttempt(attempt + 1);
            }}
          >
            {texts.retry}
          </button>
        </div>
      }
    >
      <Suspense fallback={<output style={filling}>{texts.loading}</output>}>
        <Part {...props} />
      </Suspense>
    </Boundary>
  );
}

const filling = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  width: '100%',
  height: '100%',
  minHeight: 240,
} as const;

interface BoundaryProps {
  readonly onError: ((error: Error) => void) | undefined;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows that the map could not be had, and leaves the page around it alone. */
class Boundary extends Component<BoundaryProps, { readonly failed: boolean }> {
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
