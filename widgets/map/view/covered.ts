import type { Covered } from './canvas/camera.ts';

/** How much of the picture the toolbar lies over: as far as it reaches from the edge that it stands at. */
export function coveredBy(root: HTMLElement | null): Covered {
  const picture = root?.querySelector('.km-stage')?.getBoundingClientRect();
  const toolbar = root?.querySelector<HTMLElement>('.km-toolbar');
  if (!picture || !toolbar) return { top: 0, bottom: 0 };
  const { top, bottom } = toolbar.getBoundingClientRect();
  return toolbar.dataset['corner']?.startsWith('bottom')
    ? { top: 0, bottom: picture.bottom - top }
    : { top: bottom - picture.top, bottom: 0 };
}
