import type { Page } from '@playwright/test';

/** Everything that the browser stores for the origin, as text: names and contents of files too. */
export async function storedIn(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  const entries = await page.evaluate(readAll);
  return [...entries, JSON.stringify(cookies)];
}

/** Runs in the browser. */
async function readAll(): Promise<string[]> {
  const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), JSON.stringify(history.state)];
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only the outer function is sent to the page
  async function textOf(value: unknown): Promise<string> {
    if (value instanceof Blob) return `${value instanceof File ? value.name : ''} ${await value.text()}`;
    if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value);
    if (typeof value !== 'object' || value === null) return String(value);
    return (await Promise.all(Object.values(value).map(textOf))).join('\n');
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open(name);
      request.addEventListener('success', () => done(request.result));
      request.addEventListener('error', () => failed(request.error));
    });
    for (const store of database.objectStoreNames) {
      const all = database.transaction(store).objectStore(store);
      for (const request of [all.getAll(), all.getAllKeys()]) {
        await new Promise((done) => request.addEventListener('success', done));
        texts.push(await textOf(request.result));
      }
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
  }
  return texts;
}
