import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { maplibreUrl } from './archive-url.ts';
import { basemapColors, type BasemapColors, type BasemapTheme } from './basemap-colors.ts';
import schemas from './vector-schemas.json' with { type: 'json' };

/** The id of the source in the MapLibre style. */
const sourceId = 'vector';

/** How vector tiles are drawn. */
export interface VectorStyleOptions {
  /** The address of the archive. */
  readonly url: string;
  /** The names of the layers in the tiles. */
  readonly layers: readonly string[];
  readonly theme: BasemapTheme;
  readonly lang: string;
}

/** The kind of content of a tile layer. */
type Content = keyof typeof schemas.layers;

/**
 * The layers of a style that draw one kind of content. The tile layer's name is added to each of them, and to
 * its id.
 */
type Draft = LayerDraft<LayerSpecification>;
type LayerDraft<Layer> = Layer extends { source: string; id: string; type: string }
  ? Omit<Layer, 'source' | 'source-layer'>
  : never;

/** Whether at least one of these tile layers can be drawn. */
export function hasKnownLayers(layers: readonly string[]): boolean {
  const known = Object.values(schemas.layers).flat();
  return layers.some((layer) => known.includes(layer));
}

/**
 * The style of vector tiles in the schemas of OpenMapTiles, Protomaps and Shortbread. It loads nothing but
 * the tiles: without `glyphs`, MapLibre draws text in the page's fonts.
 */
export function vectorStyle({ url, layers, theme, lang }: VectorStyleOptions): StyleSpecification {
  const colors = basemapColors[theme];
  const named = (content: Content, drafts: readonly Draft[]): LayerSpecification[] =>
    schemas.layers[content]
      .filter((layer) => layers.includes(layer))
      .flatMap((layer) =>
        drafts.map(
          // Sound: a draft is a layer without these properties.
          (draft) =>
            ({
              ...draft,
              id: `${draft.id}-${layer}`,
              source: sourceId,
              'source-layer': layer,
            }) as LayerSpecification,
        ),
      );
  return {
    version: 8,
    sources: { [sourceId]: { type: 'vector', url: maplibreUrl(url) } },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': colors.land } },
      ...named('land', landLayers(colors)),
      ...named('water', waterLayers(colors)),
      ...named('buildings', buildingLayers(colors)),
      ...named('boundaries', boundaryLayers(colors)),
      ...named('roads', roadLayers(colors)),
      ...named('houseNumbers', houseNumberLayers(colors)),
      ...named('waterNames', waterNameLayers(colors, lang)),
      ...named('roadNames', roadNameLayers(colors, lang)),
      ...named('places', labelLayers(colors, lang)),
    ],
  };
}

/** The class of a feature, which each schema stores in a different property. */
const kind: ExpressionSpecification = ['coalesce', ['get', 'kind'], ['get', 'class'], ''];

const polygons: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];
const lines: FilterSpecification = ['==', ['geometry-type'], 'LineString'];
const points: FilterSpecification = ['==', ['geometry-type'], 'Point'];

function all(...filters: readonly FilterSpecification[]): FilterSpecification {
  return ['all', ...filters] as FilterSpecification;
}

function isKind(kinds: readonly string[]): FilterSpecification {
  return ['in', kind, ['literal', [...kinds]]];
}

function landLayers(colors: BasemapColors): Draft[] {
  return [
    {
      id: 'built',
      type: 'fill',
      filter: all(polygons, isKind(schemas.kinds.built)),
      paint: { 'fill-color': colors.built, 'fill-antialias': false },
    },
    {
      id: 'green',
      type: 'fill',
      filter: all(polygons, isKind(schemas.kinds.green)),
      paint: { 'fill-color': colors.green, 'fill-antialias': false },
    },
  ];
}

function waterLayers(colors: BasemapColors): Draft[] {
  return [
    { id: 'water', type: 'fill', filter: polygons, paint: { 'fill-color': colors.water } },
    {
      id: 'stream',
      type: 'line',
      filter: lines,
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colors.water, 'line-width': widthBetween(0.5, 6) },
    },
  ];
}

function buildingLayers(colors: BasemapColors): Draft[] {
  return [
    {
      id: 'building',
      type: 'fill',
      minzoom: 13,
      filter: polygons,
      paint: { 'fill-color': colors.building, 'fill-outline-color': colors.buildingEdge },
    },
  ];
}

function boundaryLayers(colors: BasemapColors): Draft[] {
  return [
    {
      id: 'boundary',
      type: 'line',
      filter: lines,
      paint: { 'line-color': colors.boundary, 'line-width': 1, 'line-dasharray': [4, 3] },
    },
  ];
}

/** The widths of roads in pixels at the zooms 8 and 18, by class. */
const roadWidths = {
  main: [0.8, 20],
  medium: [0.4, 15],
  minor: [0.1, 10],
} as const;

function roadLayers(colors: BasemapColors): Draft[] {
  const classes = ['minor', 'medium', 'main'] as const;
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  const minZoom = { minor: 12, medium: 9, main: 5 };
  const line = (
    name: (typeof classes)[number],
    part: 'edge' | 'road',
    color: string,
    more: number,
  ): Draft => ({
    id: `${name}-${part}`,
    type: 'line',
    minzoom: minZoom[name],
    filter: all(lines, isKind(schemas.kinds.roads[name])),
    layout: round,
    paint: {
      'line-color': color,
      'line-width': widthBetween(roadWidths[name][0], roadWidths[name][1], more),
    },
  });
  return [
    {
      id: 'path',
      type: 'line',
      minzoom: 14,
      filter: all(lines, isKind(schemas.kinds.roads.path)),
      paint: { 'line-color': colors.path, 'line-width': 1.2, 'line-dasharray': [3, 2] },
    },
    ...classes.map((name) => line(name, 'edge', colors.roadEdge, 1.5)),
    ...classes.map((name) => line(name, 'road', name === 'main' ? colors.mainRoad : colors.road, 0)),
    {
      id: 'rail',
      type: 'line',
      minzoom: 9,
      filter: all(lines, isKind(schemas.kinds.roads.rail)),
      paint: { 'line-color': colors.rail, 'line-width': widthBetween(0.6, 3) },
    },
  ];
}

/** A width that doubles about every second zoom level, as for streets; `more` is added at each zoom. */
function widthBetween(at8: number, at18: number, more = 0): ExpressionSpecification {
  return ['interpolate', ['exponential', 1.5], ['zoom'], 8, at8 + more, 18, at18 + more];
}

/** A name in the language of the map, otherwise the local one. */
function nameIn(lang: string): ExpressionSpecification {
  return ['coalesce', ['get', `name:${lang}`], ['get', `name_${lang}`], ['get', 'name'], ''];
}

/** The fonts of the page; a browser uses the first available one. */
const font = ['Inter Variable', 'Inter', 'system-ui', 'Segoe UI', 'Roboto', 'Noto Sans', 'sans-serif'];

function label(color: string, colors: BasemapColors) {
  return { 'text-color': color, 'text-halo-color': colors.halo, 'text-halo-width': 1.4 };
}

function houseNumberLayers(colors: BasemapColors): Draft[] {
  return [
    {
      id: 'house-number',
      type: 'symbol',
      minzoom: 17,
      layout: {
        'text-field': ['coalesce', ['get', 'housenumber'], ['get', 'addr_housenumber'], ''],
        'text-font': font,
        'text-size': 11,
      },
      paint: label(colors.text, colors),
    },
  ];
}

function waterNameLayers(colors: BasemapColors, lang: string): Draft[] {
  const text = { 'text-field': nameIn(lang), 'text-font': font, 'text-size': 12 };
  return [
    {
      id: 'water-name',
      type: 'symbol',
      filter: points,
      layout: text,
      paint: label(colors.waterText, colors),
    },
    {
      id: 'stream-name',
      type: 'symbol',
      minzoom: 12,
      filter: lines,
      layout: { ...text, 'symbol-placement': 'line' },
      paint: label(colors.waterText, colors),
    },
  ];
}

function roadNameLayers(colors: BasemapColors, lang: string): Draft[] {
  return [
    {
      id: 'road-name',
      type: 'symbol',
      minzoom: 13,
      filter: lines,
      layout: {
        'text-field': nameIn(lang),
        'text-font': font,
        'text-size': ['interpolate', ['linear'], ['zoom'], 13, 10.5, 18, 13],
        'symbol-placement': 'line',
        'symbol-spacing': 320,
        'text-max-angle': 40,
        'text-padding': 6,
      },
      paint: label(colors.text, colors),
    },
  ];
}

function labelLayers(colors: BasemapColors, lang: string): Draft[] {
  const text = { 'text-field': nameIn(lang), 'text-font': font, 'text-max-width': 7 };
  const { kinds } = schemas;
  return [
    {
      id: 'quarter',
      type: 'symbol',
      minzoom: 12.5,
      maxzoom: 16,
      filter: all(points, isKind(kinds.places.quarter)),
      layout: { ...text, 'text-size': 11.5, 'text-padding': 8 },
      paint: label(colors.text, colors),
    },
    {
      id: 'town',
      type: 'symbol',
      maxzoom: 13,
      filter: all(points, isKind(kinds.places.town)),
      layout: { ...text, 'text-size': ['interpolate', ['linear'], ['zoom'], 4, 11, 12, 17] },
      paint: label(colors.labelText, colors),
    },
  ];
}
