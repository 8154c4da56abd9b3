import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Api, type Login } from '../../e2e/support/api.ts';
import { openFirefox } from './firefox.ts';
import { BrowserPage, type Driver } from './page.ts';
import { failureName, pictureName } from './picture-name.ts';
import { openWebkit } from './webkit.ts';

/** The folder of the stories' screenshots. */
const pictures = resolve(import.meta.dirname, '../../../test-results/browsers');

/** The tools of a story. */
export interface Walk {
  readonly page: BrowserPage;
  readonly api: Api;
  /** The address of the product. */
  readonly product: string;
  /** The address of another site, which embeds its widgets. */
  readonly site: string;
  /** Whether the browser has WebGL. */
  readonly webgl: boolean;
  /** Opens a page of the back office as a user. */
  readonly enter: (login: Login, path: string) => Promise<void>;
  /** Takes a screenshot for a person to review. */
  readonly picture: (name: string) => Promise<void>;
  /** Allows errors that the story causes on purpose. */
  readonly tolerate: (expected: RegExp) => void;
}

interface Engine {
  readonly name: string;
  readonly webgl: boolean;
  readonly open: (display: string) => Promise<Driver>;
}

const engines: readonly Engine[] = [
  { name: 'Firefox', webgl: true, open: (display) => openFirefox({ display, webgl: true }) },
  { name: 'WebKit', webgl: true, open: (display) => openWebkit({ display }) },
];

/** As on office computers without graphics drivers. */
const withoutWebgl: Engine = {
  name: 'Firefox without WebGL',
  webgl: false,
  open: (display) => openFirefox({ display, webgl: false }),
};

interface StoryOptions {
  /** Whether the story shows a map, and also runs without WebGL. */
  readonly map?: boolean;
}

/** Runs a story in every browser. A missing browser fails it, with the name of the package to install. */
export function story(
  title: string,
  report: (walk: Walk) => Promise<void>,
  { map = false }: StoryOptions = {},
): void {
  for (const engine of map ? [...engines, withoutWebgl] : engines) {
    describe(engine.name, () => {
      let driver: Driver | null = null;
      beforeAll(async () => {
        driver = await engine.open(inject('display'));
        process.stdout.write(`${engine.name}: ${driver.version}\n`);
      });
      afterAll(() => driver?.close());
      test(title, async () => {
        if (!driver) throw new Error('the browser is not open');
        await walkThrough(engine, title, new BrowserPage(driver), report);
      });
    });
  }
}

async function walkThrough(
  { name, webgl }: Engine,
  title: string,
  page: BrowserPage,
  report: (walk: Walk) => Promise<void>,
): Promise<void> {
  const [product, site] = [inject('product'), inject('site')];
  const api = new Api(product);
  const tolerated: RegExp[] = [];
  mkdirSync(pictures, { recursive: true });
  const picture = (what: string) => page.driver.screenshot(join(pictures, pictureName(what, name)));
  async function enter(login: Login, path: string): Promise<void> {
    await page.goto(`${product}/robots.txt`);
    await page.driver.run(
      (token: string) => {
        localStorage.clear();
        localStorage.setItem('access-token', token);
        // The card of the introductory tour would cover the elements that stories press.
        localStorage.setItem('tour', 'seen');
      },
      [await api.freshToken(login)],
    );
    await page.goto(`${product}${path}`);
  }
  try {
    await report({
      page,
      api,
      product,
      site,
      webgl,
      enter,
      picture,
      tolerate: (one) => void tolerated.push(one),
    });
  } catch (error) {
    await page.driver.screenshot(join(pictures, failureName(title, name))).catch(() => undefined);
    throw error;
  }
  const errors = await page.errors();
  // Browsers themselves log that WebGL was requested without success.
  if (!webgl) tolerated.push(/webgl|drawing context|JSHandle@error/i);
  const left = errors.filter((error) => !tolerated.some((one) => one.test(error)));
  expect(left, left.join('\n')).toEqual([]);
}
