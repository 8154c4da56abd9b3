import { afterAll, beforeAll, expect, test } from 'vitest';
import { testServer, type TestServer } from '#kernel/plugin-api/testing.ts';

const office = `"Ko'mak" <script>alert(1)</script> & <img src=x onerror=alert(1)>`;

let server: TestServer;
beforeAll(async () => {
  server = await testServer({
    plugins: ['letters'],
    config: { letters: { office_uz: office, office_ru: office } },
  });
}, 60_000);
afterAll(() => server?.close());

test.each(['uz', 'ru'])(
  'the page of a QR code shows the name of the office as text, in %s',
  async (language) => {
    const page = await fetch(
      `${server.url}/api/uz/letters/check/0123456789abcdefABCDEF?language=${language}`,
      {
        headers: { accept: 'text/html' },
      },
    );
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
    expect(html).toContain(
      '&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#60;img src=x onerror=alert(1)&#62;',
    );
    expect(html).not.toMatch(/<script|<img/);
  },
);
