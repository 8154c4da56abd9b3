import { useCallback, useEffect, useState, type RefObject } from 'react';
import type { ArchiveProblem } from '../../io/tiles/archive.ts';
import { isArchive } from '../../io/tiles/archive-url.ts';
import type { BasemapTheme } from '../../io/tiles/basemap-colors.ts';
import { tileName } from '../../io/tiles/tile-name.ts';
import type { TileSource } from '../../io/tiles/tile-source.ts';
import { readColor } from '../../model/index.ts';
import { formatText } from '../../../shared/format-text.ts';
import { isDarkBackground } from '../../render/canvas/contrast.ts';
import type { MapContext } from '../../tools/map-context.ts';
import type { KomakMapProps } from '../api/map-props.ts';

const noTiles: readonly TileSource[] = [];

/** The tile source of a map: the chosen one, otherwise the next that has not failed, or none. */
export function useBasemap(
  { tiles: offered = noTiles, tileStyle, texts, lang }: KomakMapProps,
  { notify }: MapContext,
) {
  // A map without WebGL has no basemaps to choose from.
  const [isPlain, setPlain] = useState(false);
  const tiles = isPlain ? noTiles : offered;
  const [requested, setRequested] = useState(tileStyle);
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [attributed, setAttributed] = useState({ url: '', text: '' });
  const [before, setBefore] = useState(tileStyle);
  if (tileStyle !== before) {
    setBefore(tileStyle);
    setRequested(tileStyle);
  }
  const source = firstWorking(tiles, requested, failed);

  const fail = useCallback(
    (problem?: ArchiveProblem) => {
      if (!source) return;
      const nowFailed = new Set([...failed, source.id]);
      setFailed(nowFailed);
      const next = firstWorking(tiles, requested, nowFailed);
      const names = { failed: tileName(source, texts, lang), next: next ? tileName(next, texts, lang) : '' };
      const outcome = next ? formatText(texts.tiles.failed, names) : texts.tiles.all_failed;
      const reason = problem && formatText(texts.tiles.problem[problem], names);
      notify(reason === undefined ? outcome : `${reason} ${outcome}`);
    },
    [source, tiles, requested, failed, texts, lang, notify],
  );

  const choose = useCallback((id: string) => {
    setFailed(new Set());
    setRequested(id);
  }, []);

  const url = source?.url ?? '';
  const attribute = useCallback((text: string) => setAttributed({ url, text }), [url]);
  // The deployment's attribution takes precedence over that of the file.
  const attribution = source?.attribution ?? (attributed.url === url ? attributed.text : '');

  return { tiles, setPlain, source, choose, fail, attribute, attribution };
}

function firstWorking(
  sources: readonly TileSource[],
  requested: string | undefined,
  failed: ReadonlySet<string>,
): TileSource | null {
  if (requested === 'none') return null;
  const first = sources.findIndex(({ id }) => id === requested);
  const ordered = first > 0 ? [...sources.slice(first), ...sources.slice(0, first)] : sources;
  return ordered.find(({ id }) => !failed.has(id)) ?? null;
}

/** The predominant colour of a tile, for sources where it is known. */
const tileColors: Readonly<Record<string, string>> = { osm: '#f2efe9', terrain: '#f2efe9', dark: '#262626' };

/**
 * Makes shapes contrast with what is under them: the theme's background, which is visible until tiles are
 * loaded, and the tiles. Only drawn colours change, not stored ones. Returns the theme of that background.
 */
export function useBackgroundColors(
  root: RefObject<HTMLElement | null>,
  source: TileSource | null,
  { painter, repaint }: Pick<MapContext, 'painter' | 'repaint'>,
): BasemapTheme {
  const [theme, setTheme] = useState<BasemapTheme>('light');
  // Vector tiles have the colours of the theme.
  const tileColor = source && !isArchive(source.url) ? tileColors[source.id] : undefined;
  useEffect(() => {
    let last = '';
    function update(): void {
      const background = root.current && readColor(getComputedStyle(root.current).backgroundColor);
      const colors = [background, tileColor].filter((color) => typeof color === 'string');
      if (colors.join() === last) return;
      last = colors.join();
      setTheme(background && isDarkBackground(background) ? 'dark' : 'light');
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
    // With shortened transitions for reduced motion, every change is a transition, and the colour is final
    // only after it.
    const element = root.current;
    const onEnd = (event: TransitionEvent) => void (event.target === element && update());
    element?.addEventListener('transitionend', onEnd);
    return () => {
      element?.removeEventListener('transitionend', onEnd);
      observer.disconnect();
      system.removeEventListener('change', update);
    };
  }, [root, tileColor, painter, repaint]);
  return theme;
}
