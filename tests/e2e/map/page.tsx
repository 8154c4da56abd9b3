import { createRef, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import {
  KomakMap,
  loadPlaces,
  type KomakMapHandle,
  type KomakMapProps,
  type Shapes,
} from '#widgets/map/index.ts';
import { columnsOf } from '../../support/map/place-columns.ts';
import ru from '../../../locales/ru/map.json' with { type: 'json' };
import uz from '../../../locales/uz/map.json' with { type: 'json' };

/** Settings of a test: all props except functions. */
export type Settings = Partial<
  Pick<
    KomakMapProps,
    | 'mode'
    | 'rights'
    | 'limits'
    | 'toolbar'
    | 'theme'
    | 'tiles'
    | 'tileStyle'
    | 'fit'
    | 'clearable'
    | 'confirmDelete'
    | 'confirmClear'
    | 'multipart'
  >
> & { readonly value?: unknown; readonly lang?: 'uz' | 'ru'; readonly height?: number };

/** The interface of the page for its test. */
export interface MapPage {
  mount(settings: Settings, count?: number): void;
  /** Gives the maps another value. */
  give(value: unknown): void;
  unmount(): void;
  /** Mounts a map with this many places in its centre. */
  mountPlaces(count: number): Promise<void>;
  readonly handle: KomakMapHandle | null;
  /** All events in order. */
  readonly received: (readonly [name: string, detail: unknown])[];
}

const handle = createRef<KomakMapHandle>();
let root: Root | null = null;
let mounted: readonly [settings: Settings, count: number] = [{}, 1];

const page: MapPage = {
  received: [],
  get handle() {
    return handle.current;
  },
  mount(settings, count = 1) {
    const place = document.createElement('div');
    document.body.replaceChildren(place);
    root = createRoot(place);
    renderMaps(settings, count);
  },
  give(value) {
    const [settings, count] = mounted;
    renderMaps({ ...settings, value }, count);
  },
  async mountPlaces(count) {
    const places = Array.from({ length: count }, () => [41.5585558, 60.6208756, 0] as const);
    const columns = columnsOf(places, [{ id: 1, title: 'Toifa', color: '#d64550' }]);
    const record =
      (name: string) =>
      (detail: unknown = null) =>
        void page.received.push([name, detail]);
    const onReady = () => record('places')();
    const overlay = await loadPlaces({ onPick: record('pick'), onReady, onError: record('error') });
    const place = document.createElement('div');
    document.body.replaceChildren(place);
    root = createRoot(place);
    root.render(
      <div style={{ height: 500 }}>
        <KomakMap texts={uz} fit={false} overlay={overlay} onReady={record('ready')} />
      </div>,
    );
    overlay.show(columns);
  },
  unmount() {
    root?.unmount();
    root = null;
  },
};

function renderMaps(settings: Settings, count: number): void {
  mounted = [settings, count];
  const { lang = 'uz', value, height = 500, ...others } = settings;
  const record = (name: string) => (detail?: unknown) => void page.received.push([name, detail]);
  root?.render(
    <StrictMode>
      {Array.from({ length: count }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} style={{ height, marginBottom: 8 }}>
          <KomakMap
            {...others}
            {...(value !== undefined && { value: value as Shapes })}
            texts={lang === 'ru' ? ru : uz}
            lang={lang}
            ref={index === 0 ? handle : null}
            onChange={(shapes, origin) => page.received.push(['change', { ...shapes, origin }])}
            onSelect={record('select')}
            onProblems={record('problems')}
            onReport={record('report')}
            onReady={record('ready')}
            onError={(error) => page.received.push(['error', error.message])}
          />
        </div>
      ))}
    </StrictMode>,
  );
}

Object.assign(window, { page });
