import { PMTiles, TileType } from 'pmtiles';
import { archiveUrl } from './archive-url.ts';

/** Why an archive cannot be shown; the texts `tiles.problem` explain it. */
export type ArchiveProblem =
  'missing' | 'unreachable' | 'no_archive' | 'no_ranges' | 'unknown_tiles' | 'unknown_layers';

/** An archive of tiles that can be read. */
export interface Archive {
  readonly file: PMTiles;
  /** Its address, which is also the key of `file`. */
  readonly url: string;
  readonly kind: 'images' | 'vector';
  /** The names of the layers of vector tiles. */
  readonly layers: readonly string[];
  /** The attribution in its metadata, as plain text; may be empty. */
  readonly attribution: string;
}

/** An archive cannot be shown. */
export class ArchiveError extends Error {
  readonly problem: ArchiveProblem;

  constructor(problem: ArchiveProblem, options?: ErrorOptions) {
    super(`PMTiles: ${problem}`, options);
    this.problem = problem;
  }
}

const images: readonly TileType[] = [TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif];

/** Reads the metadata of an archive; throws an {@link ArchiveError} if it cannot be shown. */
export async function openArchive(address: string): Promise<Archive> {
  const url = new URL(archiveUrl(address), document.baseURI).href;
  const file = new PMTiles(url);
  try {
    const { specVersion, tileType } = await file.getHeader();
    if (specVersion !== 3) throw new ArchiveError('no_archive');
    const metadata = readMetadata(await file.getMetadata());
    if (images.includes(tileType)) return { file, url, kind: 'images', ...metadata };
    if (tileType === TileType.Mvt) return { file, url, kind: 'vector', ...metadata };
    throw new ArchiveError('unknown_tiles');
  } catch (cause) {
    if (cause instanceof ArchiveError) throw cause;
    throw new ArchiveError(await diagnose(url), { cause });
  }
}

/** Determines why an archive could not be read, since the library only throws a text. */
async function diagnose(url: string): Promise<ArchiveProblem> {
  const leaving = new AbortController();
  try {
    const response = await fetch(url, {
      headers: { range: 'bytes=0-7' },
      cache: 'no-store',
      signal: leaving.signal,
    });
    if (response.status === 404 || response.status === 410) return 'missing';
    if (!response.ok) return response.status === 416 ? 'no_archive' : 'unreachable';
    const { value = new Uint8Array() } = (await response.body?.getReader().read()) ?? {};
    if (new TextDecoder().decode(value.subarray(0, 7)) !== 'PMTiles') return 'no_archive';
    return response.status === 206 ? 'no_archive' : 'no_ranges';
  } catch {
    return 'unreachable';
  } finally {
    leaving.abort();
  }
}

function readMetadata(metadata: unknown): Pick<Archive, 'layers' | 'attribution'> {
  const { vector_layers: layers, attribution } = Object(metadata) as Record<string, unknown>;
  return {
    layers: (Array.isArray(layers) ? layers : []).flatMap((layer: unknown) => {
      const { id } = Object(layer) as { id?: unknown };
      return typeof id === 'string' ? [id] : [];
    }),
    attribution: typeof attribution === 'string' ? plainText(attribution) : '',
  };
}

const entities: Readonly<Record<string, string>> = {
  copy: '©',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
};

/** The text of an HTML snippet; it is only ever shown as text. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .trim()
    .slice(0, 300);
}
