import { collectErrors, locate, type Point } from './in-page.ts';

/** What a person presses and how a program sees it: a CSS selector and the name that is read aloud or written on it. */
export interface Target {
  readonly css: string;
  /** The accessible name, or a part of it; any without one. */
  readonly name?: string;
  /** A host of a frame; the target is inside, whatever shadow roots are on the way. */
  readonly frame?: string;
  /** It counts only while the caret, or the focus, is in it. */
  readonly hasFocus?: boolean;
}

/** What a driver of one browser can do; input comes by the browser itself, as from a person's mouse and keyboard. */
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
  wheel(at: Point, deltaY: number): Promise<void>;
  /** Types into what has the focus, as fast as the browser takes it. */
  type(text: string): Promise<void>;
  /** Presses a key by its name, such as `Enter`. */
  press(key: Key): Promise<void>;
  screenshot(path: string): Promise<void>;
  /** How many of the elements of a selector the browser gives a role to screen readers, such as `row`. */
  countByRole(role: string, css: string): Promise<number>;
  /** Makes the page as narrow as that of a phone on its side, in which tables are drawn as cards. */
  narrow(): Promise<void>;
  /** What the browser itself has noted of uncaught errors and of the console, where it does. */
  notes(): readonly string[];
  close(): Promise<void>;
}

/** Keys that both drivers know. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowRight' | 'ArrowDown' | 'Home' | 'Delete';

/** The size of every window: the smaller of the two office screens. */
export const windowSize = { width: 1366, height: 768 } as const;

/** What {@link Driver.narrow} makes of it: browsers of a desktop are not as narrow as a phone. */
export const narrowWidth = 600;

/** How long a story waits for what it expects, in milliseconds: the browsers draw without a graphics card. */
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

  /** Waits until a function in the page gives something true, and returns that. */
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

  /** Asks again and again until there is an answer; a page that is being replaced cannot be asked. */
  async #poll<Value>(ask: () => Promise<Value | null>, what: () => string): Promise<Value> {
    let last: unknown = null;
    for (const end = Date.now() + longestWaitMs; Date.now() < end;) {
      try {
        const response = await ask();
        if (response !== null) return response;
      } catch (error) {
        last = error;
      }
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    throw new Error(`waited in vain for ${what()}`, { cause: last });
  }

  /** Waits until a target can be pressed and stands still, as a person's eyes do, and tells where. */
  async find(target: Target): Promise<Point> {
    const { css, name = null, frame, hasFocus = false } = target;
    let before: Point | null = null;
    let hindrance = 'the page was not asked';
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

  /** Clicks what can be seen and reached. */
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
      (wanted: string) => document.body.innerText.includes(wanted),
      [text],
      frame,
    );
  }

  /** Waits until the address has this path. */
  async isAt(path: string): Promise<void> {
    await this.until(`the path ${path}`, (wanted: string) => location.pathname.includes(wanted), [path]);
  }

  /** Errors of the page since it was opened: of the console where the driver has it, and of the page's own listeners. */
  async errors(): Promise<readonly string[]> {
    const inPage = await this.driver.run(() => (window as unknown as { walked?: string[] }).walked ?? [], []);
    return [...new Set([...inPage, ...this.driver.notes()])].filter((note) => !isOfTheLine(note));
  }
}

function describeTarget({ css, name, frame }: Target): string {
  return `${css}${name === undefined ? '' : ` "${name}"`}${frame === undefined ? '' : ` in ${frame}`}`;
}

/** Messages of lines that are cut because the page is left, which browsers write by themselves. */
function isOfTheLine(note: string): boolean {
  return /can.t establish a connection|was interrupted while the page was loading|favicon\.ico/i.test(note);
}
