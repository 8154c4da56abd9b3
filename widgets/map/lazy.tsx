import { lazy, Suspense, useState } from 'react';
import type { KomakMapProps } from './ui/api/map-props.ts';
import { ErrorBoundary } from './ui/components/error-boundary.tsx';

const loadMap = () => import('./ui/map/komak-map.tsx').then(({ KomakMap: Part }) => ({ default: Part }));
const loadLazily = () => lazy(loadMap);

/** Preloads the code of the map in parallel with other requests; an error is shown with the map. */
export function prepareMap(): void {
  loadMap().catch(() => undefined);
}

/** Shared by all maps, since React delays suspended content by 0.3 s even if the code is loaded. */
let shared = loadLazily();

/** The map; its code is loaded when it is first shown. It fills its parent. See `KomakMapProps`. */
export function KomakMap(props: KomakMapProps) {
  const [Part, setPart] = useState(() => shared);
  const { texts } = props;
  const [attempt, setAttempt] = useState(0);
  return (
    <ErrorBoundary
      key={attempt}
      onError={props.onError}
      fallback={
        <div role="alert" style={centered}>
          <p>{texts.failure}</p>
          <button
            type="button"
            onClick={() => {
              shared = loadLazily();
              setPart(() => shared);
              setAttempt(attempt + 1);
            }}
          >
            {texts.retry}
          </button>
        </div>
      }
    >
      <Suspense fallback={<output style={centered}>{texts.loading}</output>}>
        <Part {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

const centered = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  width: '100%',
  height: '100%',
  minHeight: 240,
} as const;
