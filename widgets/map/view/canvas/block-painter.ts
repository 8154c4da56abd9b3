import type { Layer } from '@deck.gl/core';
import { boundsOf, type PolygonShape } from '../../model/index.ts';
import type { AreaLook } from '../area-looks.ts';
import { blocksOf, type Block } from './blocks.ts';
import type { Camera } from './camera.ts';
import { levelAt, type Level } from './coarse-ring.ts';
import { margin } from './finished-picture.ts';
import { polygonLayers } from './paint.ts';

type Box = readonly [south: number, west: number, north: number, east: number];

/** So few blocks are drawn as they are, wherever the map looks. */
const few = 2;

/** As far beyond the picture a block still counts as seen, in pixels: it is there before the map comes to it. */
const around = margin + 80;

/** Always the same list: another one would be taken in anew. */
const nothing: readonly PolygonShape[] = [];

const boxes = new WeakMap<Block, Box | null>();

/**
 * Draws polygons by the thousand. What the map does not look at is left out, corners that nobody could tell apart too, and
 * a picture takes in one block that is new or is to be drawn more closely: none is long in coming.
 */
export class BlockPainter {
  readonly #camera: Camera;
  #blocks: readonly Block[] = [];
  /** How closely each block is drawn that has been drawn. */
  readonly #drawn = new Map<number, Level>();
  /** The blocks that the last picture shows. */
  #shown = '';

  constructor(camera: Camera) {
    this.#camera = camera;
  }

  /** Whether another picture is due, since the map looks elsewhere or there was more than one takes in. */
  get isBehind(): boolean {
    const seen = this.#seen();
    return this.#due(seen) !== undefined || keysOf(seen) !== this.#shown;
  }

  layers(polygons: readonly PolygonShape[], areas: AreaLook): Layer[] {
    this.#blocks = blocksOf(polygons, this.#blocks);
    const keys = new Set(this.#blocks.map(({ key }) => key));
    for (const key of this.#drawn.keys()) if (!keys.has(key)) this.#drawn.delete(key);
    const seen = this.#seen();
    const due = this.#due(seen);
    if (due) this.#drawn.set(due.key, this.#level());
    this.#shown = keysOf(seen);
    // An empty one keeps the library's programs ready for what comes.
    if (this.#blocks.length === 0) return polygonLayers('shapes-0', nothing, { areas });
    return this.#blocks.flatMap((block) => {
      const level = this.#drawn.get(block.key);
      if (level === undefined) return [];
      const look = { areas, level, visible: seen.includes(block) };
      return polygonLayers(`shapes-${block.key}`, block.polygons, look);
    });
  }

  get #isCrowded(): boolean {
    return this.#blocks.length > few;
  }

  #level(): Level {
    return this.#isCrowded ? levelAt(this.#camera.view.zoom) : null;
  }

  #due(seen: readonly Block[]): Block | undefined {
    const level = this.#level();
    return seen.find(({ key }) => this.#drawn.get(key) !== level);
  }

  #seen(): readonly Block[] {
    const { width, height } = this.#camera.size;
    if (!this.#isCrowded || width <= 1) return this.#blocks;
    const [north, west] = this.#camera.unproject({ x: -around, y: -around });
    const [south, east] = this.#camera.unproject({ x: width + around, y: height + around });
    return this.#blocks.filter((block) => {
      const box = boxOf(block);
      return box && box[0] <= north && box[2] >= south && box[1] <= east && box[3] >= west;
    });
  }
}

function keysOf(blocks: readonly Block[]): string {
  return blocks.map(({ key }) => key).join(' ');
}

function boxOf(block: Block): Box | null {
  const known = boxes.get(block);
  if (known !== undefined) return known;
  const box = boundsOf(block.polygons.flatMap(({ coords }) => coords));
  boxes.set(block, box);
  return box;
}
