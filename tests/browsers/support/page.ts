import { collectErrors, locate, type Point } from './in-page.ts';

/** An element as a user sees it: a CSS selector and its accessible or visible name. */
export interface Target {
  readonly css: string;
  /** The accessible name, or a part of it; matches any if absent. */
  readonly name?: string;
  /** The host element of a frame; the target is inside, across any shadow roots. */
  readonly frame?: string;
  /** Whether it counts only while it has the focus. */
  readonly hasFocus?: boolean;
}

/** The driver of one browser; input is sent through the browser itself, like that of a mouse and keyboard. */
export interface Driver {
  readonly version: string;
  goto(url: string): Promise<void>;
  /** Runs a function in the page, or in one of its frames, with arguments that are plain data. */
  run<Result>(
    work: (...given: never[]) => Result,
    given: readonly unknown[],
    frame?: string,
  ): Promise<Awaited<Result>>;
  /** Clicks a point of the page, or of one of its frames. */
  click(at: Point, frame?: string): Promise<void>;
  /** Presses at the first point, moves over the others, and lets go at the last. */
  drag(points: readonly Point[]): Promise<void>;
  /** Turns the mouse wheel at a point; `deltaY` is in CSS pixels, positive downwards. */
  wheel(at: Point, deltaY: number): Promise<void>;
  /** Types into the focused element, as fast as the browser accepts it. */
  type(text: string): Promise<void>;
  /** Presses a key by its name, such as `Enter`. */
  press(key: Key): Promise<void>;
  screenshot(path: string): Promise<void>;
  /** How many elements of a selector have a role in the browser's accessibility tree, such as `row`. */
  countByRole(role: string, css: string): Promise<number>;
  /** Makes the page narrow, so that tables are shown as cards. */
  narrow(): Promise<void>;
  /** Uncaught errors and console messages as recorded by the browser, if it does so. */
  notes(): readonly string[];
  close(): Promise<void>;
}

/** Keys that both drivers support. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowRight' | 'ArrowDown' | 'Home' | 'Delete';

/** The size of every page, in CSS pixels: the smaller of the two supported office screens. */
export const windowSize = { width: 1366, height: 768 } as const;

/** The width set by {@link Driver.narrow}, in pixels: desktop browsers cannot be as narrow as a phone. */
export const narrowWidth = 600;

/** How long a story waits for a condition, in milliseconds: the browsers draw without a GPU. */
const longestWaitMs = 30_000;
const pauseMs = 60;

/** One page of a browser, as a story uses it. */
export class BrowserPage {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  async goto(url: string): Promise<void> {
    await this.driver.goto(url);
    await this.driver.run(collectErrors, []);
  }

  /** Waits until a function in the page returns a truthy value, and returns that; throws after 30 seconds. */
  async until<Result>(
    what: string,
    work: (...given: never[]) => Result,
    given: readonly unknown[] = [],
    frame?: string,
  ): Promise<Exclude<Awaited<Result>, null | undefined | false | '' | 0>> {
    return this.#poll(
      async () => {
        const result = await this.driver.run(work, given, frame);
        return result ? (result as Exclude<Awaited<Result>, null | undefined | false | '' | 0>) : null;
      },
      () => what,
    );
  }

  /** Polls until there is a value; a page that is being replaced cannot be queried. */
  async #poll<Value>(read: () => Promise<Value | null>, what: () => string): Promise<Value> {
    let last: unknown = null;
    for (const end = Date.now() + longestWaitMs; Date.now() < end;) {
      try {
        const response = await read();
        if (response !== null) return response;
      } catch (error) {
        last = error;
      }
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    throw new Error(`no result within ${longestWaitMs / 1000} s: ${what()}`, { cause: last });
  }

  /** Waits until a target can be pressed and no longer moves, and returns its position. */
  async find(target: Target): Promise<Point> {
    const { css, name = null, frame, hasFocus = false } = target;
    let before: Point | null = null;
    let hindrance = 'the page was not queried';
    return this.#poll(
      async () => {
        const place = await this.driver.run(locate, [css, name, hasFocus], frame);
        if (typeof place === 'string') hindrance = place;
        const now = typeof place === 'string' ? null : place;
        const isStill = now !== null && now.x === before?.x && now.y === before.y;
        before = now;
        if (now !== null) hindrance = `it was at ${now.x}, ${now.y}, and moved`;
        return isStill ? now : null;
      },
      () => `${describeTarget(target)}: ${hindrance}`,
    );
  }

  /** Clicks a visible and reachable element. */
  async click(target: Target): Promise<void> {
    await this.driver.click(await this.find(target), target.frame);
  }

  /** Clicks a field and types once the caret is in it. */
  async write(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.find({ ...target, hasFocus: true });
    await this.driver.type(text);
  }

  /** Waits until the page, or a frame of it, shows a text. */
  async sees(text: string, frame?: string): Promise<void> {
    await this.until(
      `the text "${text}"`,
      (expected: string) => document.body.innerText.includes(expected),
      [text],
      frame,
    );
  }

  /** Waits until the path of the address contains this text. */
  async isAt(path: string): Promise<void> {
    await this.until(`the path ${path}`, (expected: string) => location.pathname.includes(expected), [path]);
  }

  /**
   * Errors of the page since it was opened: from the console if the driver supports it, and from the page's
   * own listeners.
   */
  async errors(): Promise<readonly string[]> {
    const inPage = await this.driver.run(() => (window as unknown as { walked?: string[] }).walked ?? [], []);
    return [...new Set([...inPage, ...this.driver.notes()])].filter((note) => !isAbortOrFavicon(note));
  }
}

function describeTarget({ css, name, frame }: Target): string {
  return `${css}${name === undefined ? '' : ` "${name}"`}${frame === undefined ? '' : ` in ${frame}`}`;
}

/** Whether a message only says that leaving the page aborted a request, or that there is no favicon. */
function isAbortOrFavicon(note: string): boolean {
  return /can.t establish a connection|was interrupted while the page was loading|favicon\.ico/i.test(note);
}
