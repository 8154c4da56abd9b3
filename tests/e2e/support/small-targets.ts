import type { Page } from '@playwright/test';

/**
 * Touch targets less than 44 px high or wide, as text. Links within text are only as high as its lines, and
 * exempt.
 */
export async function smallTargetsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A bordered element is measured by its box.
    const enough = 41.5;
    const selector =
      'a[href], button, select, textarea, input:not([type="hidden"]), [role="tab"], [role="option"], [role^="menuitem"]';
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest('[inert], [aria-hidden="true"], :disabled')) continue;
      const own = element.getBoundingClientRect();
      const seen = own.width > 1 && own.bottom > 0 && own.top < innerHeight;
      if (!seen || (element.localName === 'a' && getComputedStyle(element).display === 'inline')) continue;
      // A tap counts anywhere on the label, or on the invisible area around a small control.
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      const around = getComputedStyle(element, '::after');
      const reach = around.position === 'absolute' && around.content !== 'none';
      const [wide, high] = reach ? [parseFloat(around.width), parseFloat(around.height)] : [0, 0];
      if (Math.max(width, wide) >= enough && Math.max(height, high) >= enough) continue;
      const words = element.getAttribute('aria-label') ?? element.innerText.slice(0, 40);
      found.push(`${element.localName} "${words}" ${Math.round(width)}×${Math.round(height)}`);
    }
    return found;
  });
}
