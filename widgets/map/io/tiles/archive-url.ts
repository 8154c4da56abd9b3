const scheme = /^pmtiles:\/\//;

/** Whether an address is that of a PMTiles archive: it ends in `.pmtiles`, or starts with `pmtiles://`. */
export function isArchive(url: string): boolean {
  return scheme.test(url) || /\.pmtiles([?#]|$)/.test(url);
}

/** The address of an archive without MapLibre's scheme; relative addresses stay relative to the page. */
export function archiveUrl(url: string): string {
  return url.replace(scheme, '');
}

/** The address of an archive's tiles for MapLibre's protocol `pmtiles`. */
export function maplibreUrl(url: string): string {
  return `pmtiles://${archiveUrl(url)}`;
}
