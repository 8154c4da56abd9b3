import puppeteer, { type Frame, type KeyInput, type Page } from 'puppeteer-core';
import { findProgram } from './find-program.ts';
import { cornerOfFrame, type Point } from './in-page.ts';
import { narrowWidth, windowSize, type Driver } from './page.ts';

interface FirefoxOptions {
  readonly display: string;
  readonly webgl: boolean;
}

/** Opens Firefox through WebDriver BiDi, which it supports natively. */
export async function openFirefox({ display, webgl }: FirefoxOptions): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findProgram('firefox'),
    headless: false,
    env: { ...process.env, DISPLAY: display },
    // Without a GPU, Firefox has WebGL only if it is forced.
    extraPrefsFirefox: { 'webgl.disabled': !webgl, 'webgl.force-enabled': webgl },
  });
  const page = await browser.newPage();
  await page.setViewport({ ...windowSize });
  const notes: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') notes.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => notes.push(`uncaught: ${String(error)}`));
  return {
    version: await browser.version(),
    async goto(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    async run(work, given, frame) {
      const place = frame === undefined ? page.mainFrame() : await frameOf(page, frame);
      return place.evaluate(work as (...all: unknown[]) => never, ...given);
    },
    async click(at, frame) {
      const { x, y } = await inPage(page, at, frame);
      await page.mouse.click(x, y);
    },
    async drag(points) {
      const [first, ...others] = points;
      if (!first) return;
      await page.mouse.move(first.x, first.y);
      await page.mouse.down();
      for (const { x, y } of others) await page.mouse.move(x, y);
      await page.mouse.up();
    },
    async wheel({ x, y }, deltaY) {
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY });
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key as KeyInput),
    async screenshot(path) {
      await page.screenshot({ path: path as `${string}.png` });
    },
    async countByRole(role, css) {
      const found = await page.$$(`aria/[role="${role}"]`);
      const matches = await Promise.all(
        found.map((one) => one.evaluate((element, expected) => element.matches(expected), css)),
      );
      return matches.filter(Boolean).length;
    },
    narrow: () => page.setViewport({ ...windowSize, width: narrowWidth }),
    notes: () => notes,
    close: () => browser.close(),
  };
}

/** The frame of an element, which may be in a shadow root. */
async function frameOf(page: Page, host: string): Promise<Frame> {
  const handle = await page.evaluateHandle(frameElementIn, host);
  const frame = await handle.asElement()?.contentFrame();
  if (!frame) throw new Error(`there is no frame in ${host}`);
  return frame as Frame;
}

async function inPage(page: Page, at: Point, frame: string | undefined): Promise<Point> {
  if (frame === undefined) return at;
  const corner = await page.evaluate(cornerOfFrame, frame);
  return { x: corner.x + at.x, y: corner.y + at.y };
}

/** Runs in the page: the frame of an element, which is the element itself or inside it. */
function frameElementIn(host: string): Element | null {
  const element = document.querySelector(host);
  return element?.shadowRoot?.querySelector('iframe') ?? element?.querySelector('iframe') ?? element;
}
