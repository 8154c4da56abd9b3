export { KomakMap } from './lazy.tsx';
export {
  loadPlaces,
  type Category,
  type PickedPlace,
  type PlaceColumns,
  type PlaceOverlay,
} from './large/lazy.ts';
export {
  allRights,
  latLng,
  noLimits,
  noRights,
  noShapes,
  palette,
  type AnyShape,
  type Kind,
  type LatLng,
  type Limits,
  type MapExport,
  type MarkerShape,
  type Origin,
  type PolygonShape,
  type Report,
  type Rights,
  type ShapeId,
  type Shapes,
} from './model/index.ts';
export {
  defaultPlaces,
  type KomakMapHandle,
  type KomakMapProps,
  type MapTheme,
  type Place,
  type ToolbarPlace,
} from './view/map-props.ts';
export { areaLooks, type AreaLook } from './view/area-looks.ts';
export type { MapTexts } from './view/texts.ts';
export { tileName } from './view/tiles/tile-name.ts';
export type { TileSource } from './view/tiles/tile-source.ts';
