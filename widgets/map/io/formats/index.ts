/** Reads files and texts; loaded with the first import: `await import('…/formats/index.ts')`. */
export type { Axes, ReadOptions } from '../../model/exchange/collector.ts';
export type { XmlParser } from './kml.ts';
export { readJsonValue } from './read-json.ts';
export { isXml, longestText, readText, type TextOptions } from './read-text.ts';
