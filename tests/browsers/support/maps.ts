import { t } from '../../e2e/support/texts.ts';
import type { Point } from './in-page.ts';
import type { BrowserPage } from './page.ts';

/** Waits until a map is drawn: with WebGL, or otherwise on a 2D canvas with an explanation. */
export async function untilDrawn(page: BrowserPage, webgl: boolean): Promise<void> {
  await page.until(
    'a map that is drawn',
    () => document.querySelector('.km-stage[data-phase="ready"]') !== null,
  );
  if (!webgl) await page.sees(t('map:plain.reason'));
}

/** The position of the map's stage. */
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
