import { expect, type Page } from '@playwright/test';
import type { Site } from './site.ts';

/** Records of the host page for its test. */
export interface Host {
  readonly received: (readonly [type: string, detail: unknown])[];
  readonly violations: string[];
}

/** `<komak-map>` as its page sees it. */
export interface Element extends HTMLElement {
  value: { polygons: unknown[]; markers: unknown[] };
  fit(): void;
  select(id: string | number | null, kind?: 'polygon' | 'marker'): void;
  clear(): void;
  undo(): void;
  redo(): void;
  export(): Record<string, unknown>;
  project(place: readonly [number, number]): [x: number, y: number] | null;
  unproject(point: readonly [x: number, y: number]): [number, number] | null;
  import(
    source: string | File,
    options?: { axes: 'as_written' },
  ): Promise<{ accepted: number; skipped: { reason: string }[] }>;
}

/** A polygon and a marker. */
export const shapes = {
  polygons: [
    {
      id: 1,
      title: 'Mustaqillik MFY',
      color: '#1d5fd1',
      coords: [
        [41.5535558, 60.6158756],
        [41.5535558, 60.6258756],
        [41.5635558, 60.6258756],
      ],
    },
  ],
  markers: [{ id: 5, title: 'Xonadon 12', color: '#d64550', coords: [41.5585558, 60.6328756] }],
};

/**
 * The page of another site, with a policy that allows exactly what the README requires, and hostile styles and
 * prototypes.
 */
export async function visit(
  page: Page,
  site: Site,
  product: string,
  body: string,
  connect = `'self'`,
  workers = 'blob:',
): Promise<void> {
  const policy = `default-src 'none'; script-src 'self' ${product}; worker-src ${workers}; style-src 'self'; img-src 'self'; connect-src ${connect}`;
  site.put('/host.css', { type: 'text/css', body: '* { all: unset !important; }' });
  site.put('/host.js', {
    type: 'text/javascript',
    body: `
      Array.prototype.last = function () { return this[this.length - 1]; };
      Array.prototype.contains = 'a property that everybody can see';
      window.received = [];
      window.violations = [];
      document.addEventListener('securitypolicyviolation', (event) => {
        window.violations.push(event.violatedDirective + ' ' + event.blockedURI);
      });
      for (const type of ['ready', 'change', 'select', 'report', 'error']) {
        document.addEventListener(type, (event) => {
          if (event.target.localName !== 'komak-map') return;
          const detail = type === 'error' ? String(event.detail.error) : event.detail;
          window.received.push([type, JSON.parse(JSON.stringify(detail ?? null)), event.composed]);
        });
      }
      // The interface that a MapDriver needs.
      window.host = () => ({ received: window.received, handle: document.querySelector('komak-map') });
      const early = document.querySelector('#early');
      if (early) early.value = ${JSON.stringify(shapes)};
    `,
  });
  site.put('/shapes.json', { type: 'application/json', body: JSON.stringify(shapes) });
  site.put('/host', {
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policy },
    body: `<!doctype html><html lang="uz"><title>host</title><link rel="stylesheet" href="/host.css">
      <body>${body}<script src="/host.js"></script>
      <script type="module" src="${product}/widgets/komak-map.js"></script></body></html>`,
  });
  await page.goto(`${site.url}/host`);
}

/** Recorded events of a type: the type, the detail, and whether it was composed. */
export const eventsNamed = (page: Page, type: string) =>
  page.evaluate((name) => (window as unknown as Host).received.filter(([one]) => one === name), type);

/** Waits until a number of maps in a page are ready, which takes long without a GPU. */
export async function untilReady(page: Page, count: number): Promise<void> {
  await expect.poll(async () => (await eventsNamed(page, 'ready')).length, { timeout: 60_000 }).toBe(count);
}
