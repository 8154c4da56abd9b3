import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import {
  Builder,
  Button,
  By,
  Capabilities,
  Key as Keys,
  Origin,
  type WebDriver,
  type WebElement,
} from 'selenium-webdriver';
import { findProgram } from './find-program.ts';
import { cornerOfFrame, type Point } from './in-page.ts';
import { narrowWidth, windowSize, type Driver, type Key } from './page.ts';

/** A method that the library's types lack. */
interface ScrollActions {
  scroll(x: number, y: number, deltaX: number, deltaY: number, origin: unknown): { perform(): Promise<void> };
}

const browserPlaces = [
  '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib*/webkit2gtk-4.1/MiniBrowser',
  '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
];

/** Opens WebKitGTK's MiniBrowser through its driver, which uses classic WebDriver. */
export async function openWebkit({ display }: { readonly display: string }): Promise<Driver> {
  const program = findProgram('webkit');
  const [binary] = browserPlaces.flatMap((place) => globSync(place));
  if (binary === undefined || !existsSync(binary)) throw new Error('WebKitGTK has no MiniBrowser here');
  const port = await freePort();
  const service = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', ...unsandboxed() },
  });
  const address = `http://127.0.0.1:${port}`;
  try {
    await untilReady(address);
    const driver = await new Builder()
      .usingServer(address)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary, args: ['--automation'] },
        }),
      )
      .build();
    const version = (await driver.getCapabilities()).get('browserVersion') as string;
    await resize(driver);
    return driverOf(driver, `webkitgtk/${version}`, () => void service.kill());
  } catch (error) {
    service.kill();
    throw error;
  }
}

/** WebKit's sandbox needs privileges that root lacks in a container; only our own product is opened. */
function unsandboxed(): Record<string, string> {
  return process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' } : {};
}

/** Gives the page the same size as in the other browsers; the window around it is larger. */
async function resize(driver: WebDriver, width: number = windowSize.width): Promise<void> {
  await driver
    .manage()
    .window()
    .setRect({ ...windowSize, width, x: 0, y: 0 });
  const inner = await driver.executeScript<[number, number]>('return [innerWidth, innerHeight]');
  await driver
    .manage()
    .window()
    .setRect({
      width: width * 2 - inner[0],
      height: windowSize.height * 2 - inner[1],
      x: 0,
      y: 0,
    });
}

// Over 60 lines: all functions of one browser, in one table.
function driverOf(driver: WebDriver, version: string, end: () => void): Driver {
  async function within<Result>(frame: string | undefined, work: () => Promise<Result>): Promise<Result> {
    if (frame === undefined) return work();
    const element = await driver.executeScript<WebElement | null>(
      `const host = document.querySelector(arguments[0]);
       return host?.shadowRoot?.querySelector('iframe') ?? host?.querySelector('iframe') ?? host;`,
      frame,
    );
    if (!element) throw new Error(`there is no frame in ${frame}`);
    await driver.switchTo().frame(element);
    try {
      return await work();
    } finally {
      await driver.switchTo().defaultContent();
    }
  }

  return {
    version,
    async goto(url) {
      await driver.get(url);
    },
    run: (work, given, frame) =>
      within(frame, () =>
        driver.executeScript(`return (${work.toString()}).apply(null, arguments)`, ...given),
      ),
    async click(at, frame) {
      // Within a frame, WebKit's driver takes a point as one of the whole page: the click is sent from there.
      const corner =
        frame === undefined
          ? { x: 0, y: 0 }
          : await driver.executeScript<Point>(`return (${cornerOfFrame.toString()})(arguments[0])`, frame);
      await driver
        .actions({ async: false })
        .move({
          x: Math.round(corner.x + at.x),
          y: Math.round(corner.y + at.y),
          origin: Origin.VIEWPORT,
          duration: 0,
        })
        .press(Button.LEFT)
        .release(Button.LEFT)
        .perform();
    },
    async drag(points) {
      const [first, ...others] = points;
      if (!first) return;
      const steps = driver
        .actions()
        .move({ ...first, origin: Origin.VIEWPORT, duration: 0 })
        .press(Button.LEFT);
      for (const point of others) steps.move({ ...point, origin: Origin.VIEWPORT, duration: 20 });
      await steps.release(Button.LEFT).perform();
    },
    async wheel({ x, y }, deltaY) {
      // Sound: the library has the method since 4.2.
      const actions = driver.actions() as unknown as ScrollActions;
      // The protocol accepts only whole pixels.
      await actions.scroll(Math.round(x), Math.round(y), 0, deltaY, Origin.VIEWPORT).perform();
    },
    async type(text) {
      await driver.actions().sendKeys(text).perform();
    },
    async press(key) {
      await driver.actions().sendKeys(keys[key]).perform();
    },
    async screenshot(path) {
      await writeFile(path, Buffer.from(await driver.takeScreenshot(), 'base64'));
    },
    async countByRole(role, css) {
      const found = await driver.findElements(By.css(css));
      let count = 0;
      // Sequentially: with a hundred concurrent requests, the driver failed once, with an empty error.
      for (const one of found) if ((await one.getAriaRole()) === role) count += 1;
      return count;
    },
    narrow: () => resize(driver, narrowWidth),
    // Classic WebDriver has no console: the page collects the errors itself.
    notes: () => [],
    async close() {
      await driver.quit().catch(() => undefined);
      end();
    },
  };
}

const keys: Readonly<Record<Key, string>> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  ArrowRight: Keys.ARROW_RIGHT,
  ArrowDown: Keys.ARROW_DOWN,
  Home: Keys.HOME,
  Delete: Keys.DELETE,
};

async function untilReady(address: string): Promise<void> {
  for (const end = Date.now() + 15_000; Date.now() < end;) {
    const isReady = await fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('WebKitWebDriver did not start');
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : failed(new Error('no port')),
      );
    });
  });
}
