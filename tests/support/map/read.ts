import { readText, type TextOptions } from '#widgets/map/io/formats/read-text.ts';
import type { ParseResult } from '#widgets/map/model/exchange/parse-result.ts';
import { xmlParser } from '#widgets/map/io/formats/xml-parser.ts';

/** Reads a text like a worker, with a parser for KML. */
export function read(text: string, options: TextOptions = {}): ParseResult {
  return readText(text, { xml: xmlParser, ...options });
}

/** The features omitted from a text: number and reason of each. */
export function skipped(text: string, options: TextOptions = {}): readonly string[] {
  return read(text, options).skipped.map(({ number, reason }) => `${number} ${reason}`);
}

/** The rings of the polygons of a text. */
export function rings(text: string, options: TextOptions = {}) {
  return read(text, options).polygons.map(({ shape }) => shape.coords);
}

/** The shapes of a text, without their ids. */
export function shapesOf({ polygons, markers }: ParseResult) {
  return { polygons: polygons.map(({ shape }) => shape), markers: markers.map(({ shape }) => shape) };
}
