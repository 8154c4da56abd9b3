import { useCallback, useEffect, useState, type RefObject } from 'react';
import { tileName } from '../../io/tiles/tile-name.ts';
import type { TileSource } from '../../io/tiles/tile-source.ts';
import { readColor } from '../../model/index.ts';
import { formatText } from '../../model/text/texts.ts';
import type { MapContext } from '../../tools/map-context.ts';
import type { KomakMapProps } from '../api/map-props.ts';

const noTiles: readonly TileSource[] = [];

/** The tile source of a map: the chosen one, or the next that has not failed, or none at all. */
export function useBasemap(
  { tiles = noTiles, tileStyle, texts, lang }: KomakMapProps,
  { notify }: MapContext,
) {
  const [wanted, setWanted] = useState(tileStyle);
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [before, setBefore] = useState(tileStyle);
  if (tileStyle !== before) {
    setBefore(tileStyle);
    setWanted(tileStyle);
  }
  const source = firstWorking(tiles, wanted, failed);

  const fail = useCallback(() => {
    if (!source) return;
    const nowFailed = new Set([...failed, source.id]);
    setFailed(nowFailed);
    const next = firstWorking(tiles, wanted, nowFailed);
    const name = (one: TileSource) => tileName(one, texts, lang);
    notify(
      next
        ? formatText(texts.tiles.failed, { failed: name(source), next: name(next) })
        : texts.tiles.all_failed,
    );
  }, [source, tiles, wanted, failed, texts, lang, notify]);

  const choose = useCallback((id: string) => {
    setFailed(new Set());
    setWanted(id);
  }, []);

  return { tiles, source, choose, fail };
}

function firstWorking(
  sources: readonly TileSource[],
  wanted: string | undefined,
  failed: ReadonlySet<string>,
): TileSource | null {
  if (wanted === 'none') return null;
  const first = sources.findIndex(({ id }) => id === wanted);
  const ordered = first > 0 ? [...sources.slice(first), ...sources.slice(0, first)] : sources;
  return ordered.find(({ id }) => !failed.has(id)) ?? null;
}

/** The colour of most of a tile, for the sources where it is known. */
const tileColors: Readonly<Record<string, string>> = { osm: '#f2efe9', terrain: '#f2efe9', dark: '#262626' };

/**
 * Lets shapes contrast with what is under them: the background of the theme, which shows until tiles are loaded, and the
 * tiles. Only drawn colours change; stored ones do not.
 */
export function useBackgroundColors(
  root: RefObject<HTMLElement | null>,
  source: string | undefined,
  { painter, repaint }: Pick<MapContext, 'painter' | 'repaint'>,
): void {
  useEffect(() => {
    let last = '';
    function update(): void {
      const theme = root.current && readColor(getComputedStyle(root.current).backgroundColor);
      const colors = [theme, tileColors[source ?? '']].filter((color) => typeof color === 'string');
      if (colors.join() === last) return;
      last = colors.join();
      painter.setBackgrounds(colors);
      repaint();
    }
    update();
    // The map, the page around it or the system may change its theme.
    const observer = new MutationObserver(update);
    const themes = { attributes: true, attributeFilter: ['data-theme'], subtree: true };
    for (const tree of [root.current, document.documentElement]) if (tree) observer.observe(tree, themes);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', update);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', update);
    };
  }, [root, source, painter, repaint]);
}
