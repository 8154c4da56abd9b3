import type { Page } from '@playwright/test';

/** Findings about the focusable elements of a page. */
export interface FocusReport {
  readonly places: number;
  readonly problems: readonly string[];
}

interface FocusWalk {
  /** Checks the focused element; `true` if the focus has not moved, or is nowhere. */
  visit(): boolean;
  /** The problems found so far. */
  finish(walked: boolean): Promise<FocusReport>;
  readonly places: number;
}

declare global {
  interface Window {
    focusWalk?: FocusWalk;
  }
}

/** The part of a page whose elements are checked. */
export type FocusRange = 'body' | 'main' | '[role="dialog"]';

/** More elements than any page has: the focus is trapped. */
const maxStops = 300;

/**
 * Presses Tab through the content of a page, or all of it, and returns the elements that are never reached,
 * are covered entirely, or do not show the focus (WCAG 2.1.1, 2.1.2, 2.4.7, 2.4.11, 2.4.13).
 */
export async function walkByTab(page: Page, from: FocusRange): Promise<FocusReport> {
  await page.evaluate(beginWalk, from);
  if (await page.evaluate(() => window.focusWalk?.places === 0)) return { places: 0, problems: [] };
  for (let pressed = 0; pressed < maxStops; pressed += 5) {
    for (let time = 0; time < 5; time++) await page.keyboard.press('Tab');
    if (await page.evaluate(() => window.focusWalk?.visit())) {
      return page.evaluate(finishWalk, true);
    }
  }
  return { places: 0, problems: ['the focus does not come out'] };
}

/** Focuses each element that Tab would reach; faster than {@link walkByTab}, for a second window size. */
export async function focusEach(page: Page, from: FocusRange): Promise<FocusReport> {
  // From now on the browser shows the focus as for keyboard users.
  await page.keyboard.press('Tab');
  await page.evaluate(beginWalk, from);
  return page.evaluate(finishWalk, false);
}

/** Runs in the browser. */
async function finishWalk(walked: boolean): Promise<FocusReport> {
  if (!window.focusWalk) throw new Error('no walk has begun');
  return window.focusWalk.finish(walked);
}

/** Runs in the browser. Over 60 lines: it can use nothing of this module. */
function beginWalk(from: string): void {
  const start = document.querySelector<HTMLElement>(from);
  if (!start) throw new Error(`nothing is there: ${from}`);
  const stops: Element[] = [];
  const problems: string[] = [];
  const doubtful = new Set<HTMLElement>();
  // A dialog already contains the focus.
  let isBegun = start.matches('[role="dialog"]');
  let ended = false;

  const nameOf = (part: HTMLElement) => {
    const words = part.getAttribute('aria-label') ?? (part.innerText || part.getAttribute('name')) ?? '';
    return `${part.localName} "${words.slice(0, 40).replaceAll('\n', ' ')}"`;
  };
  const frames = async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
  };

  const isCovered = (part: HTMLElement): boolean => {
    const own = part.getBoundingClientRect();
    // A hidden input is represented by its label.
    const label = own.width > 1 && own.height > 1 ? null : part.closest('label');
    const box = label?.getBoundingClientRect() ?? own;
    // An element larger than the window need not be completely visible.
    const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
    const [width, height] = [Math.min(innerWidth, box.right) - left, Math.min(innerHeight, box.bottom) - top];
    if (box.width <= 1 || box.height <= 1) return false;
    if (width <= 1 || height <= 1) return true;
    const isHit = (x: number, y: number) => {
      const hit = document.elementFromPoint(left + width * x, top + height * y);
      return (
        hit && ((label ?? part).contains(hit) || hit.closest('label')?.contains(part) || hit.contains(part))
      );
    };
    return ![0.02, 0.25, 0.5, 0.75, 0.98].some((x) => [0.05, 0.5, 0.95].some((y) => isHit(x, y)));
  };

  const isShown = (part: HTMLElement): boolean => {
    for (let box: Element | null = part, depth = 0; box && depth < 4; box = box.parentElement, depth++) {
      for (const pseudo of [undefined, '::before', '::after']) {
        const { outlineStyle, outlineWidth } = getComputedStyle(box, pseudo);
        if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) return true;
      }
    }
    return false;
  };

  const isTabbable = (part: HTMLElement) =>
    part.tabIndex >= 0 &&
    !part.matches(':disabled, [data-base-ui-focus-guard], input[type="radio"], iframe') &&
    !part.closest('[inert]') &&
    part.checkVisibility({ visibilityProperty: true });

  const places = [
    ...start.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]'),
  ].filter(isTabbable);

  const check = (part: HTMLElement) => {
    if (isCovered(part) || !isShown(part)) doubtful.add(part);
  };

  // The element focused before the next key press: the page has scrolled it into view.
  const visit = () => {
    if (!isBegun) {
      isBegun = true;
      return false;
    }
    const part = document.activeElement as HTMLElement | null;
    if (ended || !part || part.matches('[data-base-ui-focus-guard]')) return ended;
    // After its last element, the page returns the focus to the window.
    if (part === document.body) return (ended = stops.length > 0 && start.localName !== 'div');
    if (part === stops[0]) return (ended = stops.length > 1);
    if (stops.includes(part)) return false;
    stops.push(part);
    check(part);
    return false;
  };

  const finish = async (walked: boolean) => {
    removeEventListener('keydown', visit, true);
    for (const part of places) {
      if (!part.isConnected || !isTabbable(part)) continue;
      if (!walked) {
        part.focus();
        if (document.activeElement === part) check(part);
      } else if (!stops.includes(part)) problems.push(`${nameOf(part)}: is not reached`);
    }
    // Backwards too: then the page scrolls in the other direction.
    for (const part of places.toReversed()) {
      if (!part.isConnected || !isTabbable(part)) continue;
      part.focus();
      if (document.activeElement === part) check(part);
    }
    // Elements that move out of the way of the focus do so in the next frame.
    for (const part of doubtful) {
      part.blur();
      part.focus();
      await frames();
      // A busy machine starts even a short transition some frames later.
      await Promise.allSettled(part.getAnimations().map(({ finished }) => finished));
      if (document.activeElement !== part) continue;
      if (isCovered(part)) {
        const { left, top, width, height } = part.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        problems.push(
          `${nameOf(part)}: is covered by ${over ? `${over.localName}.${over.className}` : 'nothing'} at ${[left, top, width, height].map(Math.round).join(' ')}`,
        );
      }
      if (!isShown(part)) problems.push(`${nameOf(part)}: does not show the focus`);
    }
    return { places: places.length, problems };
  };

  if (window.focusWalk) removeEventListener('keydown', window.focusWalk.visit, true);
  window.focusWalk = { visit, finish, places: places.length };
  addEventListener('keydown', visit, true);
  if (isBegun) return;
  // The next Tab goes to the first element inside.
  const former = start.getAttribute('tabindex');
  start.tabIndex = -1;
  start.focus({ preventScroll: true });
  if (former === null) start.removeAttribute('tabindex');
  scrollTo(0, 0);
}
