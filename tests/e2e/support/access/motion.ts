import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    moved?: Set<string>;
  }
}

/**
 * Records motion in each page and frame of a browser: animations and transitions longer than a millisecond,
 * and smooth scrolling. Call it before the page is opened.
 */
export async function watchMotion(watched: Page | BrowserContext): Promise<void> {
  await watched.addInitScript(noteMotion);
}

/** All recorded motion since the page was opened, in all of its frames. */
export async function motionOf(page: Page): Promise<string[]> {
  const found = await Promise.all(page.frames().map((frame) => frame.evaluate(readMotion)));
  return [...new Set(found.flat())].toSorted();
}

/** Runs in the browser. */
function noteMotion(): void {
  const moved = (window.moved = new Set());
  const note = ({ target }: Event) => {
    if (!(target instanceof Element)) return;
    // The animations of a pseudo-element are among those of the subtree.
    for (const animation of target.getAnimations({ subtree: true })) {
      const timing = animation.effect?.getComputedTiming();
      if (Number(timing?.duration) <= 1) continue;
      const { animationName, transitionProperty } = animation as CSSAnimation & CSSTransition;
      const { effect } = animation as { effect: KeyframeEffect | null };
      moved.add(`${effect?.target?.localName ?? 'nothing'}: ${animationName ?? transitionProperty}`);
    }
  };
  const listen = (root: Document | ShadowRoot) => {
    root.addEventListener('animationstart', note, true);
    root.addEventListener('transitionrun', note, true);
  };
  listen(document);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function watch(options) {
    const root = attachShadow.call(this, options);
    listen(root);
    return root;
  };
  for (const owner of [Element.prototype, window] as unknown as Record<string, unknown>[]) {
    for (const name of ['scrollIntoView', 'scrollTo', 'scrollBy', 'scroll']) {
      const own = owner[name];
      if (typeof own !== 'function') continue;
      owner[name] = function scroll(this: unknown, ...given: { behavior?: string }[]) {
        if (given[0]?.behavior === 'smooth') moved.add(`${name}: smooth`);
        return Reflect.apply(own, this, given) as unknown;
      };
    }
  }
}

/** Runs in the browser. */
function readMotion(): string[] {
  const gliding = [...document.querySelectorAll('*')].some(
    (part) => getComputedStyle(part).scrollBehavior === 'smooth',
  );
  return [...(window.moved ?? ['was not watched']), ...(gliding ? ['scroll-behavior: smooth'] : [])];
}
