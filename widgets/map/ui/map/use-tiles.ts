import { useCallback, useState } from 'react';
import type { TileSource } from '../../io/tiles/tile-source.ts';

/** What lies under the shapes, and what happens when it can't be had. */
export interface Tiles {
  /** Null: plain ground. */
  readonly source: TileSource | null;
  readonly choose: (id: string) => void;
  /** The source that is shown cannot be had. */
  readonly fail: () => void;
}

/** Hears that one source was given up for another; `next` is null where none is left. */
export type OnFallOver = (failed: TileSource, next: TileSource | null) => void;

/** Goes through the sources: from the chosen one to the next that has not failed, and to plain ground at last. */
export function useTiles(
  sources: readonly TileSource[],
  chosen: string | undefined,
  onFallOver: OnFallOver,
): Tiles {
  const [wanted, setWanted] = useState(chosen);
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [before, setBefore] = useState(chosen);
  if (chosen !== before) {
    setBefore(chosen);
    setWanted(chosen);
  }
  const source = pick(sources, wanted, failed);

  const fail = useCallback(() => {
    if (!source) return;
    const without = new Set([...failed, source.id]);
    setFailed(without);
    onFallOver(source, pick(sources, wanted, without));
  }, [source, sources, wanted, failed, onFallOver]);

  const choose = useCallback((id: string) => {
    setFailed(new Set());
    setWanted(id);
  }, []);

  return { source, choose, fail };
}

function pick(
  sources: readonly TileSource[],
  wanted: string | undefined,
  failed: ReadonlySet<string>,
): TileSource | null {
  if (wanted === 'none') return null;
  const from = Math.max(
    0,
    sources.findIndex(({ id }) => id === wanted),
  );
  const ordered = [...sources.slice(from), ...sources.slice(0, from)];
  return ordered.find(({ id }) => !failed.has(id)) ?? null;
}
