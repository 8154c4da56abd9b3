import type { Layer } from '@deck.gl/core';
import type { Bounds, PolygonShape, Ring } from '../../model/index.ts';
import type { AreaStyle } from './area-styles.ts';
import { targetBlockVertices, updateBlocks, maxBlockVertices, vertexCount, type Block } from './blocks.ts';
import type { Camera } from '../camera/camera.ts';
import { levelAt, type Level } from './simplify-ring.ts';
import { frameMargin, panLeadPixels } from '../camera/rendered-frame.ts';
import { isSameDetail, type Detail } from './mesh.ts';
import { polygonLayers } from './polygon-layers.ts';

/** Up to this number of blocks, all are drawn completely, in any view. */
const uncroppedBlocks = 2;

/** The maximum number of new vertices per frame; more wait for the next one. */
const maxVerticesPerFrame = 2 * maxBlockVertices;

/** The maximum number of measured vertices per frame; the bounds of further blocks wait for the next one. */
const maxMeasuredPerFrame = 100_000;

/** How far outside the visible area blocks are drawn, in pixels, so that they are ready when panning. */
const cullMargin = frameMargin + panLeadPixels + 8;

/** Always the same list, so that deck.gl sees no change. */
const noPolygons: readonly PolygonShape[] = [];
const noBackgrounds: readonly string[] = [];

/** All vertices, in any position. */
const fullDetail: Detail = { level: null, box: null };

const knownBounds = new WeakMap<Block, Bounds | null>();

/**
 * Draws thousands of polygons. Leaves out blocks outside of the view and indistinguishable vertices, and adds at most one
 * new or more detailed block per frame, so that no frame takes long.
 */
export class BlockPainter {
  readonly #camera: Camera;
  #blocks: readonly Block[] = [];
  /** The detail of each drawn block. */
  readonly #drawn = new Map<number, Detail>();
  /** The clipping box of very long rings, and the level it was chosen for. */
  #near: { readonly level: Level; readonly box: Bounds } | null = null;
  /** The keys of the blocks in the last frame. */
  #shown = '';

  constructor(camera: Camera) {
    this.#camera = camera;
  }

  /** The polygons of the last call and their number of vertices. */
  #given: readonly PolygonShape[] = noPolygons;
  #weight = 0;
  #layers: Layer[] = [];
  /** Whether many new polygons wait for the next frame. */
  #waits = false;
  /** Whether the bounds of all blocks are known. */
  #isMeasured = true;

  /** Whether another frame is needed, since the view changed or one frame could not take everything. */
  get needsAnotherFrame(): boolean {
    if (this.#waits) return true;
    const seen = this.#seen();
    return !this.#isMeasured || this.#due(seen) !== undefined || keysOf(seen) !== this.#shown;
  }

  /** `backgrounds` stays the same list as long as its colours do not change. */
  layers(
    polygons: readonly PolygonShape[],
    areas: AreaStyle,
    backgrounds: readonly string[] = noBackgrounds,
  ): Layer[] {
    this.#waits = this.#isMuch(polygons);
    // The task that set them was long enough: they are drawn in the next one.
    if (!this.#waits) this.#layers = this.#paint(polygons, areas, backgrounds);
    return this.#layers;
  }

  #isMuch(polygons: readonly PolygonShape[]): boolean {
    if (polygons === this.#given) return false;
    const more = vertexCount(polygons) - this.#weight;
    this.#given = polygons;
    this.#weight += more;
    return more > maxVerticesPerFrame;
  }

  #paint(polygons: readonly PolygonShape[], areas: AreaStyle, backgrounds: readonly string[]): Layer[] {
    this.#blocks = updateBlocks(polygons, this.#blocks);
    const keys = new Set(this.#blocks.map(({ key }) => key));
    for (const key of this.#drawn.keys()) if (!keys.has(key)) this.#drawn.delete(key);
    const seen = this.#seen();
    const due = this.#due(seen);
    if (due) this.#drawn.set(due.key, this.#detailOf(due));
    this.#shown = keysOf(seen);
    // An empty layer keeps deck.gl's shaders compiled for later polygons.
    if (this.#blocks.length === 0)
      return polygonLayers('shapes-0', noPolygons, { areas, backgrounds, detail: fullDetail });
    return this.#blocks.flatMap((block) => {
      const detail = this.#drawn.get(block.key);
      if (detail === undefined) return [];
      const options = { areas, backgrounds, detail, visible: seen.includes(block) };
      return polygonLayers(`shapes-${block.key}`, block.polygons, options);
    });
  }

  get #isCrowded(): boolean {
    return this.#blocks.length > uncroppedBlocks;
  }

  #detailOf(block: Block): Detail {
    const isLong = isLongBlock(block);
    if (!this.#isCrowded && !isLong) return fullDetail;
    const level = levelAt(this.#camera.view.zoom);
    return { level, box: isLong ? this.#boxAt(level) : null };
  }

  /** The clipping box of very long rings: larger than the view, so that not every move changes it. */
  #boxAt(level: Level): Bounds {
    const seen = this.#view();
    const near = this.#near;
    if (near?.level === level && isWithin(seen, near.box)) return near.box;
    const [south, west, north, east] = seen;
    const [high, wide] = [north - south, east - west];
    const box: Bounds = [south - high, west - wide, north + high, east + wide];
    this.#near = { level, box };
    return box;
  }

  #due(seen: readonly Block[]): Block | undefined {
    return seen.find((block) => {
      const drawn = this.#drawn.get(block.key);
      return drawn === undefined || !isSameDetail(drawn, this.#detailOf(block));
    });
  }

  #seen(): readonly Block[] {
    this.#isMeasured = true;
    if (!this.#isCrowded || this.#camera.size.width <= 1) return this.#blocks;
    const [south, west, north, east] = this.#view();
    let corners = 0;
    return this.#blocks.filter((block) => {
      if (!knownBounds.has(block)) {
        this.#isMeasured &&= corners < maxMeasuredPerFrame;
        if (!this.#isMeasured) return false;
        corners += vertexCount(block.polygons);
      }
      const box = blockBounds(block);
      return box && box[0] <= north && box[2] >= south && box[1] <= east && box[3] >= west;
    });
  }

  /** The bounds of the view with its margin. */
  #view(): Bounds {
    const { width, height } = this.#camera.size;
    const [north, west] = this.#camera.unproject({ x: -cullMargin, y: -cullMargin });
    const [south, east] = this.#camera.unproject({ x: width + cullMargin, y: height + cullMargin });
    return [south, west, north, east];
  }
}

function isWithin(inner: Bounds, outer: Bounds): boolean {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];
}

const long = new WeakMap<Block, boolean>();

/** Whether a block exceeds the target size, which means one very long ring. */
function isLongBlock(block: Block): boolean {
  const known = long.get(block);
  if (known !== undefined) return known;
  const isLong = vertexCount(block.polygons) > targetBlockVertices;
  long.set(block, isLong);
  return isLong;
}

function keysOf(blocks: readonly Block[]): string {
  return blocks.map(({ key }) => key).join(' ');
}

function blockBounds(block: Block): Bounds | null {
  const known = knownBounds.get(block);
  if (known !== undefined) return known;
  const box = boundsOfPolygons(block.polygons);
  knownBounds.set(block, box);
  return box;
}

/** The bounds of some polygons. Allocates no lists, since it runs for a whole city at once. */
function boundsOfPolygons(polygons: readonly PolygonShape[]): Bounds | null {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (coords: Ring): void => {
    for (let at = 0; at < coords.length; at += 1) {
      const lat = coords[at]?.[0] ?? south;
      const lng = coords[at]?.[1] ?? west;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
      if (lng < west) west = lng;
      if (lng > east) east = lng;
    }
  };
  for (const { coords, otherRings } of polygons) {
    include(coords);
    if (otherRings) for (const ring of otherRings) include(ring);
  }
  return south <= north ? [south, west, north, east] : null;
}
