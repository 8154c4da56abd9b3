import * as maplibre from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import type { Archive, ArchiveProblem } from '../../io/tiles/archive.ts';
import { isArchive } from '../../io/tiles/archive-url.ts';
import type { BasemapTheme } from '../../io/tiles/basemap-colors.ts';
import { imageStyle, type TileSource } from '../../io/tiles/tile-source.ts';
import { hasKnownLayers, vectorStyle } from '../../io/tiles/vector-style.ts';

/** How the tiles of a source are drawn. */
export interface TileStyleOptions {
  readonly theme: BasemapTheme;
  readonly lang: string;
  /** Called when this source's tiles cannot be shown. */
  readonly onFail: (problem?: ArchiveProblem) => void;
  /** Called with the source's own attribution. */
  readonly onAttribution: (attribution: string) => void;
}

/** The MapLibre style of a source; null until it is known. */
export function useTileStyle(
  source: TileSource,
  { theme, lang, onFail, onAttribution }: TileStyleOptions,
): maplibre.StyleSpecification | string | null {
  const isInArchive = isArchive(source.url);
  const [archive, setArchive] = useState<Archive | null>(null);

  useEffect(() => {
    if (!isInArchive) return undefined;
    let isLeft = false;
    showableArchive(source.url).then(
      (opened) => {
        if (isLeft) return;
        if (opened.attribution !== '') onAttribution(opened.attribution);
        setArchive(opened);
      },
      (error: unknown) => {
        if (!isLeft) onFail(problemOf(error));
      },
    );
    return () => {
      isLeft = true;
    };
  }, [isInArchive, source.url, onFail, onAttribution]);

  return useMemo(() => {
    if (!isInArchive) return imageStyle(source);
    if (!archive) return null;
    const { url, kind, layers } = archive;
    return kind === 'images' ? imageStyle({ ...source, url }) : vectorStyle({ url, layers, theme, lang });
  }, [isInArchive, source, archive, theme, lang]);
}

/** Opens an archive that the map can draw, and lets MapLibre read it. */
async function showableArchive(address: string): Promise<Archive> {
  const { ArchiveError, openArchive, protocol } = await loadReader();
  const archive = await openArchive(address);
  if (archive.kind === 'vector' && !hasKnownLayers(archive.layers)) throw new ArchiveError('unknown_layers');
  protocol.add(archive.file);
  return archive;
}

let reader: ReturnType<typeof importReader> | null = null;

/** The reader of archives, loaded when a source is an archive. */
function loadReader(): ReturnType<typeof importReader> {
  reader ??= importReader().catch((error: unknown) => {
    reader = null;
    throw error;
  });
  return reader;
}

async function importReader() {
  const [archives, { Protocol }] = await Promise.all([
    import('../../io/tiles/archive.ts'),
    import('pmtiles'),
  ]);
  const protocol = new Protocol();
  maplibre.addProtocol('pmtiles', protocol.tile);
  return { ...archives, protocol };
}

function problemOf(error: unknown): ArchiveProblem | undefined {
  return error instanceof Error && 'problem' in error ? (error.problem as ArchiveProblem) : undefined;
}
