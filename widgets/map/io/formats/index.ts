/** Reading of files and texts, to be fetched when somebody imports: `await import('…/exchange/index.ts')`. */
export type { Axes, ReadOptions } from '../../model/exchange/collector.ts';
export type { XmlParser } from './kml.ts';
export { readJsonValue } from './read-json.ts';
export { isXml, longestText, readText, type TextOptions } from './read-text.ts';
