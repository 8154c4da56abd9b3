import { createRoot, type Root } from 'react-dom/client';
import ru from '../../../locales/ru/map.json' with { type: 'json' };
import uz from '../../../locales/uz/map.json' with { type: 'json' };
import {
  isUnreadable,
  toValue,
  type AnyShape,
  type Kind,
  type MarkerShape,
  type PolygonShape,
  type LatLng,
  type MapExport,
  type Report,
  type ShapeId,
  type ShapesValue,
} from '../model/index.ts';
import type { CustomTool } from '../tools/custom-tool.ts';
import { KomakMap } from '../lazy.tsx';
import type { ImportOptions, KomakMapHandle } from '../ui/api/map-props.ts';
import { publicTiles, type TileSource } from '../io/tiles/tile-source.ts';
import hostStyle from './host.css?inline';
import { serverTiles, attributes, settingsOf, wantsServerTiles, type Attribute } from './settings.ts';

/** The detail of the event `change`. */
export interface ChangeDetail extends ShapesValue {
  readonly origin: 'user' | 'api' | 'undo';
}

type Task = (handle: KomakMapHandle) => void;

/**
 * `<komak-map>`: the map on any page. It uses a shadow root with constructed style sheets, and contains no
 * secret.
 *
 * @example `<komak-map mode="edit" lang="uz" tiles="osm" style="height:480px"></komak-map>`
 */
export class KomakMapElement extends HTMLElement {
  static readonly observedAttributes = attributes;
  /** The tile sources of all maps on the page, unless `tiles` is an address. */
  static sources: readonly TileSource[] = publicTiles;

  #root: Root | null = null;
  #handle: KomakMapHandle | null = null;
  #tools: readonly CustomTool[] = [];
  #tasks: Task[] = [];
  #value: ShapesValue = { polygons: [], markers: [] };
  /** The shapes that the page set last, not validated. */
  #given: unknown = null;
  #drawn = false;
  #removalTimer: ReturnType<typeof setTimeout> | undefined;
  /** Aborts loading of `src`, now or when the element is in the page; null when it is loaded or was replaced. */
  #source: AbortController | null = null;
  /** How often the map was destroyed because the element was removed. */
  #removals = 0;
  /** The tile sources of the script's server; null until they are loaded. */
  #serverTiles: readonly TileSource[] | null = null;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(hostStyle);
    shadow.adoptedStyleSheets = [sheet];
  }

  connectedCallback(): void {
    clearTimeout(this.#removalTimer);
    if (this.#root) return;
    // A value that was set before this script loaded.
    if (Object.hasOwn(this, 'value')) {
      const early = Reflect.get(this, 'value') as ShapesValue;
      Reflect.deleteProperty(this, 'value');
      this.value = early;
    }
    const container = document.createElement('div');
    container.className = 'place';
    this.shadowRoot?.append(container);
    this.#root = createRoot(container, { onUncaughtError: (error) => this.#emit('error', { error }) });
    this.#draw();
    const src = this.getAttribute('src');
    if (src !== null && this.#source) void this.#load(src);
  }

  /** Destroys the map only if the element stays removed, since moving an element removes and inserts it at once. */
  disconnectedCallback(): void {
    this.#removalTimer = setTimeout(() => {
      if (!this.isConnected) this.#takeDown();
    });
  }

  attributeChangedCallback(name: Attribute, before: string | null, now: string | null): void {
    if (before === now) return;
    if (name === 'src' && now === null) this.#clearSource();
    else if (name === 'src' && !this.#root) this.#source = new AbortController();
    else if (name === 'src' && now !== null) void this.#load(now);
    else if (this.#root) this.#draw();
  }

  /** The shapes of the map that can be saved; setting it replaces all shapes. */
  get value(): ShapesValue {
    return this.#handle ? this.#handle.value : this.#value;
  }

  set value(shapes: ShapesValue) {
    this.#clearSource();
    this.#given = shapes;
    this.#value = shapes;
    this.#run((handle) => {
      // Only the last of several values, and not the current one: a page may set the value that it received
      // from a change.
      if (this.#given !== shapes || JSON.stringify(shapes) === JSON.stringify(handle.value)) return;
      handle.replace(shapes);
      handle.fit();
    });
  }

  /** Fits the map to all shapes. */
  fit(): void {
    this.#run((handle) => handle.fit());
  }

  /** Selects a shape, or none with null. Without a kind, a polygon is preferred to a marker of the same id. */
  select(id: ShapeId | null, kind?: Kind): void {
    this.#run((handle) => handle.select(id, kind));
  }

  /** Deletes all shapes that the permissions allow, without confirmation. */
  clear(): void {
    this.#run((handle) => handle.clear());
  }

  undo(): void {
    this.#run((handle) => handle.undo());
  }

  redo(): void {
    this.#run((handle) => handle.redo());
  }

  /** The shapes, the view, and the time. */
  export(): MapExport {
    if (this.#handle) return this.#handle.export();
    const { place } = this.#settings();
    return {
      ...this.#value,
      mapCenter: [place.lat, place.lng],
      mapZoom: place.zoom,
      exportedAt: new Date().toISOString(),
    };
  }

  /**
   * Returns the position of a place `[lat, lng]` as `[x, y]` in CSS pixels from the upper left corner of the element; null until
   * the map is drawn. The event `move` reports changes of the position.
   */
  project(position: LatLng): [x: number, y: number] | null {
    const point = this.#handle?.project(position);
    return point ? [point.x, point.y] : null;
  }

  /** The place `[lat, lng]` at a point `[x, y]`; null until the map is drawn. */
  unproject([x, y]: readonly [x: number, y: number]): LatLng | null {
    return this.#handle?.unproject({ x, y }) ?? null;
  }

  /** Adds the shapes of a text or a file: the export format, GeoJSON, KML or WKT. */
  import(source: string | Blob, options?: ImportOptions): Promise<Report> {
    return this.#request(async (handle) => {
      const removals = this.#removals;
      const report = await handle.import(source, options);
      // Removed while it was read: the shapes are added to the map that follows.
      return removals === this.#removals ? report : this.import(source, options);
    });
  }

  /**
   * Adds the page's own tool to the editor's toolbar, or replaces the one with the same id. See `CustomTool`
   * in the reference for its handlers.
   */
  registerTool(tool: CustomTool): void {
    this.#tools = [...this.#tools.filter(({ id }) => id !== tool.id), tool];
    if (this.#root) this.#draw();
  }

  /** Removes a tool that was registered. */
  unregisterTool(id: string): void {
    this.#tools = this.#tools.filter((tool) => tool.id !== id);
    if (this.#root) this.#draw();
  }

  /** Runs a task with the map, now or as soon as it is ready. */
  #run(task: Task): void {
    if (this.#handle) task(this.#handle);
    else this.#tasks.push(task);
  }

  /** Like `#run`, for tasks with a result. */
  #request(read: (handle: KomakMapHandle) => Promise<Report>): Promise<Report> {
    return new Promise((resolve, reject) => {
      this.#run((handle) => void read(handle).then(resolve, reject));
    });
  }

  #settings() {
    const read = (name: Attribute) => this.getAttribute(name);
    if (!wantsServerTiles(read)) return settingsOf(read, KomakMapElement.sources);
    if (!this.#serverTiles) void this.#loadServerTiles();
    // Until then, and on failure, without tiles: a closed network must not query a public server.
    return settingsOf(read, this.#serverTiles ?? noTiles);
  }

  async #loadServerTiles(): Promise<void> {
    this.#serverTiles = noTiles;
    try {
      this.#serverTiles = await serverTiles();
      if (this.#root) this.#draw();
    } catch (error) {
      this.#emit('error', { error });
    }
  }

  #draw(): void {
    const settings = this.#settings();
    this.#root?.render(
      <KomakMap
        {...settings}
        tools={this.#tools}
        texts={settings.lang === 'ru' ? ru : uz}
        onChange={(value, origin) => {
          const detail = { ...toValue(value), origin: origin === 'import' ? 'user' : origin };
          this.#emit('change', detail);
        }}
        onSelect={(shape, kind) => this.#emit('select', { shape: copyOf(shape, kind), kind })}
        onReport={(report) => this.#emit('report', report)}
        onError={(error) => this.#emit('error', { error })}
        onMove={({ lat, lng, zoom }) => this.#emit('move', { center: [lat, lng], zoom })}
        onReady={() => {
          if (!this.#drawn) this.#emit('ready', {});
          this.#drawn = true;
        }}
        ref={this.#take}
      />,
    );
  }

  readonly #take = (handle: KomakMapHandle | null): void => {
    if (!handle && this.#handle) this.#value = this.#handle.value;
    this.#handle = handle;
    if (!handle) return;
    // A map that is made again after an error has lost its shapes.
    if (this.#drawn && isEmpty(handle.value) && !isEmpty(this.#value)) {
      handle.replace(this.#value);
      handle.fit();
    }
    const tasks = this.#tasks;
    this.#tasks = [];
    for (const task of tasks) {
      try {
        task(handle);
      } catch (error) {
        // Such as of a value that is no JSON; thrown here, it would take the map down.
        this.#emit('error', { error });
      }
    }
  };

  /** Loads `src`; has no effect if something else is set meanwhile. */
  async #load(src: string): Promise<void> {
    this.#clearSource();
    const source = new AbortController();
    const { signal } = source;
    this.#source = source;
    try {
      const response = await fetch(new URL(src, document.baseURI), { signal });
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      const content = await response.blob();
      const report = await this.#request((handle) => handle.load(content, signal));
      if (isUnreadable(report)) throw new Error(`${src} is not a map: ${report.failure}`);
    } catch (error) {
      if (!signal.aborted) this.#emit('error', { error });
    } finally {
      if (!signal.aborted) this.#source = null;
    }
  }

  #clearSource(): void {
    this.#source?.abort();
    this.#source = null;
  }

  #takeDown(): void {
    const source = this.#source;
    const shapes = this.value;
    this.#removals += 1;
    this.#root?.unmount();
    this.#root = null;
    this.#drawn = false;
    this.shadowRoot?.replaceChildren();
    // Inserted again, it shows the same shapes, and loads `src` again if that was not finished.
    this.value = shapes;
    this.#source = source;
  }

  #emit(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

const noTiles: readonly TileSource[] = [];

/** Whether a value has no shapes; a page may set anything. */
function isEmpty(value: Partial<ShapesValue> | null): boolean {
  return (value?.polygons?.length ?? 0) + (value?.markers?.length ?? 0) === 0;
}

/** A shape in the format of `value`, which the page may change. */
function copyOf(shape: AnyShape | null, kind: Kind | null) {
  if (!shape) return null;
  const shapes =
    kind === 'polygon'
      ? { polygons: [shape as PolygonShape], markers: [] }
      : { polygons: [], markers: [shape as MarkerShape] };
  const { polygons, markers } = toValue(shapes);
  return polygons[0] ?? markers[0] ?? null;
}
