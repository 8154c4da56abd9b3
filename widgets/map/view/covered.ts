import type { Covered } from './canvas/camera.ts';

/** What lies over less of the width of a picture leaves room for shapes beside it. */
const broad = 0.6;

/**
 * How much of the picture lies under something: the toolbar, and on a phone also the card of a shape, a list or a hint,
 * which are as broad as the map there. Each covers all from the edge that it stands at.
 */
export function coveredBy(root: HTMLElement | null): Covered {
  const picture = root?.querySelector('.km-stage')?.getBoundingClientRect();
  let [top, bottom] = [0, 0];
  if (!root || !picture) return { top, bottom };
  const toolbar = root.querySelector<HTMLElement>('.km-toolbar');
  const corner = toolbar?.dataset['corner'] ?? '';
  for (const panel of [toolbar, ...root.querySelectorAll('.km-panels .km-panel')]) {
    const box = panel?.getBoundingClientRect();
    if (!box || box.height === 0 || (panel !== toolbar && box.width < picture.width * broad)) continue;
    const isBelow =
      panel === toolbar ? corner.startsWith('bottom') : picture.bottom - box.bottom < box.top - picture.top;
    if (isBelow) bottom = Math.max(bottom, picture.bottom - box.top);
    else top = Math.max(top, box.bottom - picture.top);
  }
  return { top, bottom };
}
