import { t } from '../../e2e/support/texts.ts';
import type { Point } from './in-page.ts';
import type { BrowserPage } from './page.ts';

/** Waits until a map is drawn: by WebGL, or else on a plain canvas that says why. */
export async function untilDrawn(page: BrowserPage, webgl: boolean): Promise<void> {
  await page.until(
    'a map that is drawn',
    () => document.querySelector('.km-stage[data-phase="ready"]') !== null,
  );
  if (!webgl) await page.sees(t('map:plain.reason'));
}

/** Where the stage of the map lies. */
export async function stageOf(
  page: BrowserPage,
): Promise<Point & { readonly width: number; readonly height: number }> {
  return page.until('the map', () => {
    const stage = document.querySelector('.km-stage');
    stage?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = stage?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0, height: 0 };
    return width > 0 ? { x, y, width, height } : null;
  });
}
