import { useEffect, type RefObject } from 'react';
import { readColor } from '../../model/index.ts';
import type { MapContext } from '../../tools/map-context.ts';

/** What most of a picture is coloured like; of the other sources nobody knows. */
const pictures: Readonly<Record<string, string>> = { osm: '#f2efe9', terrain: '#f2efe9', dark: '#262626' };

/**
 * Lets shapes stand out from what lies under them: the ground of the theme, which is seen until pictures come and where none do,
 * and the pictures. Only what is drawn is of another colour, not what is stored.
 */
export function useGrounds(
  root: RefObject<HTMLElement | null>,
  source: string | undefined,
  { painter, repaint }: Pick<MapContext, 'painter' | 'repaint'>,
): void {
  useEffect(() => {
    let last = '';
    function look(): void {
      const plain = root.current && readColor(getComputedStyle(root.current).backgroundColor);
      const grounds = [plain, pictures[source ?? '']].filter((color) => typeof color === 'string');
      if (grounds.join() === last) return;
      last = grounds.join();
      painter.setGrounds(grounds);
      repaint();
    }
    look();
    // The map, the page around it or the system may turn to its other theme.
    const observer = new MutationObserver(look);
    const themes = { attributes: true, attributeFilter: ['data-theme'], subtree: true };
    for (const tree of [root.current, document.documentElement]) if (tree) observer.observe(tree, themes);
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', look);
    return () => {
      observer.disconnect();
      system.removeEventListener('change', look);
    };
  }, [root, source, painter, repaint]);
}
