import { allRights, noLimits, type KindRights, type Limits, type Rights } from '../model/index.ts';
import { defaultViews, type KomakMapProps, type MapView, type ToolbarPosition } from '../ui/api/map-props.ts';
import { isArchive } from '../io/tiles/archive-url.ts';
import type { TileSource } from '../io/tiles/tile-source.ts';

/** The attributes of `<komak-map>`. */
export const attributes = [
  'mode',
  'lang',
  'theme',
  'tiles',
  'center',
  'zoom',
  'src',
  'max-polygons',
  'max-markers',
  'toolbar',
  'allow-self-intersection',
  'multipart',
  'shared-borders',
  'confirm-delete',
  'confirm-clear',
  'permissions',
] as const;
export type Attribute = (typeof attributes)[number];

/** Reads an attribute; null if it is not set. */
export type Read = (name: Attribute) => string | null;

/** Whether the tiles come from the sources of the script's server. */
export function wantsServerTiles(read: Read): boolean {
  return read('tiles')?.trim().toLowerCase() === 'server';
}

/** The settings in the attributes; invalid values count as missing. */
export function settingsOf(read: Read, sources: readonly TileSource[]) {
  const tiles = tilesOf(read('tiles'), sources);
  return {
    mode: oneOf(read('mode'), ['view', 'edit'] as const, 'view'),
    lang: oneOf(read('lang'), ['uz', 'ru'] as const, 'uz'),
    theme: oneOf(read('theme'), ['light', 'dark', 'auto'] as const, 'light'),
    tiles: tiles.sources,
    tileStyle: tiles.chosen,
    place: viewOf(read('center'), read('zoom')),
    limits: limitsOf(read),
    toolbar: oneOf<ToolbarPosition>(
      read('toolbar'),
      ['top-left', 'top-right', 'bottom-left', 'bottom-right', 'none'],
      'top-left',
    ),
    allowSelfIntersection: switchOf(read('allow-self-intersection'), false),
    multipart: switchOf(read('multipart'), false),
    sharedBorders: sharingOf(read('shared-borders')),
    confirmDelete: switchOf(read('confirm-delete'), true),
    confirmClear: switchOf(read('confirm-clear'), true),
    rights: rightsOf(read('permissions')),
  } satisfies Partial<KomakMapProps>;
}

function oneOf<T extends string>(value: string | null, values: readonly T[], otherwise: T): T {
  const found = values.find((one) => one === value?.trim().toLowerCase());
  return found ?? otherwise;
}

/** An attribute without a value is on; `off`, `false`, `no` and `0` turn it off. */
function switchOf(value: string | null, otherwise: boolean): boolean {
  if (value === null) return otherwise;
  return !['off', 'false', 'no', '0'].includes(value.trim().toLowerCase());
}

/** `auto`, or whether borders are shared. */
function sharingOf(value: string | null): 'auto' | boolean {
  return value === null || value.trim().toLowerCase() === 'auto' ? 'auto' : switchOf(value, true);
}

/** The name of a source, or the address of another one. */
function tilesOf(value: string | null, sources: readonly TileSource[]) {
  const requested = value?.trim() ?? '';
  // An archive stands alone: a closed network queries no public server, even if the archive fails.
  if (isArchive(requested))
    return { sources: [{ id: 'own', name: fileName(requested), url: requested }], chosen: 'own' };
  if (/^https?:\/\/|\{z\}|\.json([?#]|$)/.test(requested)) {
    return { sources: [{ id: 'own', url: requested }, ...sources], chosen: 'own' };
  }
  return { sources, chosen: requested === '' ? undefined : requested };
}

/** The last part of the path of an address. */
function fileName(url: string): string {
  return url.replace(/[?#].*$/, '').replace(/^.*\//, '') || url;
}

/** Parses a latitude and a longitude, `41.25,64.5`, and a zoom, 0…18. */
function viewOf(center: string | null, zoom: string | null): MapView {
  const fallback = defaultViews.editor;
  const [lat, lng, ...rest] = (center ?? '')
    .trim()
    .split(/[\s,;]+/)
    .map(degreesOf);
  const level = zoom === null || zoom.trim() === '' ? fallback.zoom : Number(zoom);
  const isComplete =
    rest.length === 0 &&
    lat !== undefined &&
    lng !== undefined &&
    Math.abs(lat) <= 90 &&
    Math.abs(lng) <= 180;
  return {
    lat: isComplete ? lat : fallback.lat,
    lng: isComplete ? lng : fallback.lng,
    zoom: Number.isFinite(level) ? Math.min(18, Math.max(0, level)) : fallback.zoom,
  };
}

/** A number; NaN for an empty text, which `Number` takes for zero. */
function degreesOf(text: string): number {
  return text === '' ? Number.NaN : Number(text);
}

function limitsOf(read: Read): Limits {
  const limit = (value: string | null) =>
    value !== null && /^\s*\d+\s*$/.test(value) ? Number(value) : null;
  const polygon = limit(read('max-polygons'));
  const marker = limit(read('max-markers'));
  return polygon === null && marker === null ? noLimits : { polygon, marker };
}

/** `polygon:add,edit,delete marker:add`; without the attribute, everything is allowed; a missing kind has no rights. */
export function rightsOf(value: string | null): Rights {
  if (value === null) return allRights;
  const words = value.trim().toLowerCase().split(/\s+/);
  const of = (kind: string): KindRights => {
    const named = words
      .filter((word) => word.startsWith(`${kind}:`))
      .flatMap((word) => word.slice(kind.length + 1).split(','));
    return { add: named.includes('add'), edit: named.includes('edit'), delete: named.includes('delete') };
  };
  return { polygon: of('polygon'), marker: of('marker') };
}

const listAddress = '/widgets/tiles.json';

let pending: Promise<readonly TileSource[]> | null = null;

/** The tile sources of the server that this script came from, loaded once for all maps of a page. */
export function serverTiles(): Promise<readonly TileSource[]> {
  pending ??= loadTiles(new URL(listAddress, import.meta.url)).catch((error: unknown) => {
    pending = null;
    throw error;
  });
  return pending;
}

async function loadTiles(address: URL): Promise<readonly TileSource[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return readTiles(await response.json(), address.origin);
}

/** Reads the sources for pages on other sites: relative addresses get the origin of the server. */
export function readTiles(body: unknown, origin: string): readonly TileSource[] {
  if (!Array.isArray(body)) return [];
  return body
    .filter((one): one is TileSource => typeof one?.id === 'string' && typeof one.url === 'string')
    .map((source) => ({ ...source, url: source.url.replace(/^(pmtiles:\/\/)?(?=\/)/, `$1${origin}`) }));
}
