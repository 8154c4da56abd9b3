export { KomakMap, prepareMap } from './lazy.tsx';
export { followBorders, type FollowedBorders, type OutlineInput } from './follow-borders.ts';
export {
  loadPlaces,
  type Category,
  type PickedPlace,
  type PlaceColumns,
  type PlaceOverlay,
} from './render/places/load-places.ts';
export {
  allRights,
  latLng,
  noLimits,
  noRights,
  noShapes,
  palette,
  toOutlineValue,
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
  defaultViews,
  type KomakMapHandle,
  type KomakMapProps,
  type MapTheme,
  type MapView,
  type PolygonInput,
  type ShapesInput,
  type ToolbarPosition,
} from './ui/api/map-props.ts';
export { areaStyles, type AreaStyle } from './render/polygons/area-styles.ts';
export type { MapTexts } from './model/text/texts.ts';
export { tileName } from './io/tiles/tile-name.ts';
export type { TileSource } from './io/tiles/tile-source.ts';
