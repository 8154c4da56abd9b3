import type { Page } from '@playwright/test';

/**
 * Content lost in a narrow window: text or controls beyond its right edge, outside any scrolling box, and a
 * page that scrolls sideways (WCAG 1.4.10). Tables and maps may scroll themselves.
 */
export function lostSideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) found.push(`the page is ${over} px too wide`);
    const canScroll = (part: Element | null): boolean => {
      for (let box = part; box; box = box.parentElement) {
        if (box.matches('.km-map, [role="application"]')) return true;
        if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX))
          return box !== document.documentElement;
      }
      return false;
    };
    const isShown = (part: Element) =>
      part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !part.closest('[inert], [aria-hidden="true"]');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const parent = text.parentElement;
      const words = text.textContent?.trim() ?? '';
      if (!parent || words === '' || !isShown(parent)) continue;
      // Ellipsis is checked separately, and texts only for screen readers are clipped on purpose.
      if (getComputedStyle(parent).textOverflow === 'ellipsis' || parent.clientWidth === 1) continue;
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (width > 1 && (right > innerWidth + 1 || left < -1) && !canScroll(parent))
        found.push(`"${words.slice(0, 50)}" from ${Math.round(left)} to ${Math.round(right)}`);
    }
    for (const part of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')) {
      const { left, right, width } = part.getBoundingClientRect();
      if (width > 1 && isShown(part) && (right > innerWidth + 1 || left < -1) && !canScroll(part))
        found.push(
          `${part.localName} "${(part.getAttribute('aria-label') ?? part.innerText).slice(0, 40)}" from ${Math.round(left)} to ${Math.round(right)}`,
        );
    }
    return found;
  });
}
