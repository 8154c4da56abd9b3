// Types of packages that are not our dependencies: the benchmark installs them when it runs.

declare module 'leaflet' {
  interface LatLng {
    readonly lat: number;
    readonly lng: number;
  }
  namespace L {
    interface Map {
      setView(middle: [number, number], zoom: number): Map;
      getContainer(): HTMLElement;
      getCenter(): LatLng;
      remove(): Map;
      readonly pm: { addControls(options: { position: string }): void };
    }
    interface Polygon {
      addTo(map: Map): Polygon;
      getLatLngs(): LatLng[][];
      readonly pm: { enable(options: object): void };
    }
    function map(place: HTMLElement, options: object): Map;
    function polygon(corners: [number, number][]): Polygon;
  }
  export = L;
}

declare module '@geoman-io/leaflet-geoman-free';

declare module '@mapbox/mapbox-gl-draw' {
  interface Shape {
    readonly geometry: { readonly coordinates: [number, number][][] };
  }
  class MapboxDraw {
    static readonly constants: { readonly classes: Record<string, string> };
    constructor();
    set(features: object): void;
    get(id: string): Shape | undefined;
    changeMode(mode: string, options: object): void;
    onAdd(): HTMLElement;
    onRemove(): void;
  }
  export = MapboxDraw;
}

declare module '@geoman-io/maplibre-geoman-free' {
  interface Shape {
    readonly geometry: { readonly coordinates: [number, number][][] };
  }
  export class Geoman {
    constructor(map: object);
    readonly features: {
      importGeoJson(features: object): Promise<unknown>;
      exportGeoJson(): { readonly features: Shape[] };
    };
    waitForGeomanLoaded(): Promise<unknown>;
    destroy(): Promise<void>;
    enableMode(kind: string, name: string): Promise<void>;
  }
}

declare module 'terra-draw' {
  export class TerraDraw {
    constructor(options: object);
    start(): void;
    stop(): void;
    setMode(name: string): void;
    addFeatures(features: readonly object[]): { id: string | number; valid: boolean; reason?: string }[];
    selectFeature(id: string | number): void;
    getSnapshotFeature(
      id: string | number,
    ): { readonly geometry: { readonly coordinates: [number, number][][] } } | undefined;
  }
  export const TerraDrawPolygonMode: new () => object;
  export const TerraDrawSelectMode: new (options: object) => object;
}

declare module 'terra-draw-maplibre-gl-adapter' {
  export const TerraDrawMapLibreGLAdapter: new (options: object) => object;
}
