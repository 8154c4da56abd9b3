/** A point of a page, in CSS pixels of its viewport. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a person presses and how a program sees it: a CSS selector and the name that is read aloud or written on it. */
export interface Target {
  readonly css: string;
  /** The accessible name, or a part of it; any without one. */
  readonly name?: string;
  /** A host of a frame; the target is inside, whatever shadow roots are on the way. */
  readonly frame?: string;
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
  async #poll<Answer>(ask: () => Promise<Answer | null>, what: () => string): Promise<Answer> {
    let last: unknown = null;
    for (const end = Date.now() + longestWaitMs; Date.now() < end;) {
      try {
        const answer = await ask();
        if (answer !== null) return answer;
      } catch (error) {
        last = error;
      }
      await new Promise((done) => setTimeout(done, pauseMs));
    }
    throw new Error(`waited in vain for ${what()}`, { cause: last });
  }

  /** Waits until a target can be pressed and stands still, as a person's eyes do, and tells where. */
  async find(target: Target): Promise<Point> {
    const { css, name = null, frame } = target;
    let before: Point | null = null;
    let hindrance = 'the page was not asked';
    return this.#poll(
      async () => {
        const place = await this.driver.run(locate, [css, name], frame);
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
    const { css, frame } = target;
    await this.until(`the caret in ${describeTarget(target)}`, hasFocus, [css], frame);
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

/** Runs in the page: where the frame of an element lies, itself or inside of it, also in its shadow root. */
export function cornerOfFrame(host: string): Point {
  const all = document.querySelector(host);
  const element = all?.shadowRoot?.querySelector('iframe') ?? all?.querySelector('iframe') ?? all;
  const { left, top } = element?.getBoundingClientRect() ?? { left: 0, top: 0 };
  return { x: left, y: top };
}

function describeTarget({ css, name, frame }: Target): string {
  return `${css}${name === undefined ? '' : ` "${name}"`}${frame === undefined ? '' : ` in ${frame}`}`;
}

/** Messages of lines that are cut because the page is left, which browsers write by themselves. */
function isOfTheLine(note: string): boolean {
  return /can.t establish a connection|was interrupted while the page was loading|favicon\.ico/i.test(note);
}

/** Runs in the page: keeps what goes wrong from now on. */
function collectErrors(): void {
  const page = window as unknown as { walked?: string[] };
  if (page.walked) return;
  const walked: string[] = [];
  page.walked = walked;
  addEventListener('error', ({ message }) => void walked.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => void walked.push(`rejected: ${String(reason)}`));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    walked.push(`policy: ${violatedDirective} ${blockedURI}`),
  );
  for (const kind of ['error', 'warn'] as const) {
    const { [kind]: write } = console;
    console[kind] = (...given: unknown[]) => {
      walked.push(`console: ${given.map(String).join(' ')}`);
      write.apply(console, given);
    };
  }
}

/** Runs in the page: whether it has the focus, in a field of this selector. */
function hasFocus(css: string): boolean {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active !== null && active.matches(css);
}

/** Runs in the page: where a visible element of this name can be pressed; in words why not, as long as it cannot. */
function locate(css: string, name: string | null): Point | string {
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const byId = element.getAttribute('aria-labelledby');
    const labels = 'labels' in element ? [...((element.labels as NodeList | null) ?? [])] : [];
    return plain(
      element.getAttribute('aria-label') ??
        (byId === null
          ? labels[0]?.textContent
          : byId
              .split(' ')
              .map((id) => document.getElementById(id)?.textContent)
              .join(' ')) ??
        element.textContent,
    );
  };
  const all = (root: Document | ShadowRoot | Element): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(css) ? [element] : []),
      ...(element.shadowRoot ? all(element.shadowRoot) : []),
    ]);
  const found = all(document).filter((element) => name === null || nameOf(element).includes(name));
  // One that is named exactly so comes first.
  const ordered = found.toSorted(
    (one, other) => Number(nameOf(other) === name) - Number(nameOf(one) === name),
  );
  let hindrance = 'there is none';
  for (const element of ordered) {
    hindrance = 'it is inert, or has no size';
    if (element.closest('[inert]')) continue;
    const first = element.getBoundingClientRect();
    if (first.width === 0 || first.height === 0) continue;
    if (first.top < 0 || first.left < 0 || first.bottom > innerHeight || first.right > innerWidth)
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const [x, y] = [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
    const root = element.getRootNode() as Document | ShadowRoot;
    const top = root.elementFromPoint(x, y);
    const label = 'labels' in element ? ((element.labels as NodeListOf<Element> | null)?.[0] ?? null) : null;
    if (top && (element.contains(top) || top.contains(element) || label?.contains(top))) return { x, y };
    hindrance = `at ${x}, ${y} lies ${top?.outerHTML.slice(0, 200) ?? 'nothing'}`;
  }
  return hindrance;
}
