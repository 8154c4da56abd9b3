import type { Layer } from '@deck.gl/core';
import type { Bounds, PolygonShape } from '../../model/index.ts';
import type { AreaStyle } from './area-styles.ts';
import { targetBlockVertices, updateBlocks, maxBlockVertices, vertexCount, type Block } from './blocks.ts';
import type { Camera } from '../camera/camera.ts';
import { levelAt, type Level } from './simplify-ring.ts';
import { frameMargin } from '../camera/rendered-frame.ts';
import { isSameDetail, type Detail } from './mesh.ts';
import { polygonLayers } from './polygon-layers.ts';

/** So few blocks are drawn as they are, wherever the map looks. */
const uncroppedBlocks = 2;

/** So many new corners are much. */
const maxVerticesPerFrame = 2 * maxBlockVertices;

/** After so many corners, where the other blocks lie is for the next picture to find out. */
const maxMeasuredPerFrame = 100_000;

/** As far beyond the picture a block still counts as seen, in pixels: it is there before the map comes to it. */
const cullMargin = frameMargin + 80;

/** Always the same list: another one would be taken in anew. */
const noPolygons: readonly PolygonShape[] = [];
const noBackgrounds: readonly string[] = [];

/** Every corner, wherever it is. */
const fullDetail: Detail = { level: null, box: null };

const knownBounds = new WeakMap<Block, Bounds | null>();

/**
 * Draws polygons by the thousand. What the map does not look at is left out, corners that nobody could tell apart too, and
 * a picture takes in one block that is new or is to be drawn more closely: none is long in coming.
 */
export class BlockPainter {
  readonly #camera: Camera;
  #blocks: readonly Block[] = [];
  /** How closely each block is drawn that has been drawn. */
  readonly #drawn = new Map<number, Detail>();
  /** What is drawn of very long rings, and for which level that was chosen. */
  #near: { readonly level: Level; readonly box: Bounds } | null = null;
  /** The blocks that the last picture shows. */
  #shown = '';

  constructor(camera: Camera) {
    this.#camera = camera;
  }

  /** What was to be drawn last, and how many corners that had. */
  #given: readonly PolygonShape[] = noPolygons;
  #weight = 0;
  #layers: Layer[] = [];
  /** Much came that is not looked at yet. */
  #waits = false;
  /** Whether it is known of every block where it lies. */
  #isMeasured = true;

  /** Whether another picture is due, since the map looks elsewhere or there was more than one takes in. */
  get needsAnotherFrame(): boolean {
    if (this.#waits) return true;
    const seen = this.#seen();
    return !this.#isMeasured || this.#due(seen) !== undefined || keysOf(seen) !== this.#shown;
  }

  /** Polygons stand out from `backgrounds`, a list that stays the same one as long as it says the same. */
  layers(
    polygons: readonly PolygonShape[],
    areas: AreaStyle,
    backgrounds: readonly string[] = noBackgrounds,
  ): Layer[] {
    this.#waits = this.#isMuch(polygons);
    // It came in a task that was long enough: until the next one the picture stays as it is.
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
    // An empty one keeps the library's programs ready for what comes.
    if (this.#blocks.length === 0)
      return polygonLayers('shapes-0', noPolygons, { areas, backgrounds, detail: fullDetail });
    return this.#blocks.flatMap((block) => {
      const detail = this.#drawn.get(block.key);
      if (detail === undefined) return [];
      const look = { areas, backgrounds, detail, visible: seen.includes(block) };
      return polygonLayers(`shapes-${block.key}`, block.polygons, look);
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

  /** What is drawn of very long rings: more than is seen, so that it is not drawn anew with every move. */
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

  /** What the map looks at, and a little around it. */
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

/** Whether a block holds more than others do: then it is one very long ring, or nearly so. */
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

/** The box around some polygons. It is found for all of a city at once: no lists are made for that. */
function boundsOfPolygons(polygons: readonly PolygonShape[]): Bounds | null {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { coords } of polygons) {
    for (let at = 0; at < coords.length; at += 1) {
      const lat = coords[at]?.[0] ?? south;
      const lng = coords[at]?.[1] ?? west;
      if (lat < south) south = lat;
      if (lat > north) north = lat;
      if (lng < west) west = lng;
      if (lng > east) east = lng;
    }
  }
  return south <= north ? [south, west, north, east] : null;
}
