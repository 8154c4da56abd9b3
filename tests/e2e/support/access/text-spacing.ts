import type { Page } from '@playwright/test';

/**
 * Sets the text spacing of WCAG 1.4.12, and returns the texts that it cuts off, and those that overflow their
 * control with or without it. The page's policy allows a constructed stylesheet.
 */
// Over 60 lines: it runs in the page, where nothing of this module exists.
export function cutBySpacing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // For a button only the drawn border counts: the touch area around it contains no text.
    const isLeft = (part: Element): boolean => {
      const box = part.getBoundingClientRect();
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (part.localName === 'button' && texts.nextNode()) {
        // Texts only for screen readers are clipped on purpose.
        if (texts.currentNode.parentElement?.clientWidth === 1) continue;
        range.selectNodeContents(texts.currentNode);
        const { left, right, width } = range.getBoundingClientRect();
        if (width > 1 && (left < box.left - 1 || right > box.right + 1)) return true;
      }
      return false;
    };
    const cutTexts = (): Set<Element> => {
      const cut = new Set<Element>();
      for (const part of document.querySelectorAll<HTMLElement>('body *')) {
        if (!part.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        if (part.closest('[inert], [aria-hidden="true"], svg, canvas')) continue;
        if (part.clientWidth < 2 || part.clientHeight < 2) continue;
        const isControl = part.matches('button, a[href], [role="tab"], label, summary');
        const hasText = [...part.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
        const { overflowX, overflowY, textOverflow } = getComputedStyle(part);
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        const [wide, high] = [
          part.scrollWidth > part.clientWidth + 1,
          part.scrollHeight > part.clientHeight + 2,
        ];
        if (
          isControl &&
          part.localName !== 'label' &&
          getComputedStyle(part).display !== 'inline' &&
          (wide || high)
        )
          cut.add(part);
        if (!hasText) continue;
        // A name truncated by an ellipsis is shown in full on its record's page, or in its tooltip.
        if (hides(overflowX) && wide && textOverflow !== 'ellipsis') cut.add(part);
        if (hides(overflowY) && high) cut.add(part);
      }
      return cut;
    };
    const before = cutTexts();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const found = [...cutTexts()]
      .filter((part) => !before.has(part) || isLeft(part))
      .map(
        (part) =>
          `${part.localName} "${(part as HTMLElement).innerText.slice(0, 50).replaceAll('\n', ' ')}" ${part.clientWidth}×${part.clientHeight} holds ${part.scrollWidth}×${part.scrollHeight}`,
      );
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    return found;
  });
}
