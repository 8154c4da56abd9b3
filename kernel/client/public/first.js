// Runs before the code is loaded. A file, since no inline script may run.
(function () {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is forbidden: the system's preference decides, and nobody is signed in.
      return null;
    }
  };
  // The theme, before the first paint: a page must not flash in the other one.
  const theme = stored('theme');
  const dark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';

  // No text becomes code or markup. Addresses of programs are those of our own files; the policy is the default one, since
  // MapLibre starts its worker by a plain text.
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL(text) {
      const { origin, pathname } = new URL(text, location.href);
      return origin === location.origin && /^\/assets\/[\w.-]+\.js$/.test(pathname) ? text : null;
    },
  });
  askAtOnce();
  // Zod would try whether it may make code of texts; it may not.
  // oxlint-disable-next-line no-underscore-dangle -- the library calls it so
  globalThis.__zod_globalConfig = { jitless: true };

  // Code that does not come (a cut line, a release in the same second) must not leave a blank page: ask once more by
  // itself, then by a button, which needs no words.
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || document.querySelector('#root > *')) return;
      const again = new URL(location.href);
      if (!again.searchParams.has('again')) {
        again.searchParams.set('again', '1');
        location.replace(again);
        return;
      }
      const button = document.createElement('button');
      button.textContent = '\u21BB';
      button.addEventListener('click', () => location.reload());
      document.querySelector('#root').append(button);
    },
    true,
  );

  // All that a page begins with is asked for now, at once, instead of by the code that wants it (`preload/early.ts`): texts, and
  // for who has a session the files of the signed-in part and what it reads first. The build names them in the page.
  function askAtOnce() {
    const { files, asked, pages } = document.currentScript.dataset;
    if (files === undefined) return;
    const language = stored('language') === 'ru' ? 'ru' : 'uz';
    const token = stored('access-token') || null;
    const early = (globalThis.komakEarly = new Map());
    const ask = (address, credential, headers) => {
      const response = fetch(address, { headers, signal: AbortSignal.timeout(30_000) });
      // The caller that takes it gets the failure.
      response.catch(() => undefined);
      early.set(address, { token: credential, response, until: performance.now() + 30_000 });
    };
    ask(token === null ? `/locales/${language}/kernel.json` : `/locales/${language}.json`, null, {});
    if (token === null) return;
    for (const file of files.split(' ')) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.href = file;
      document.head.append(link);
    }
    const headers = { Accept: 'application/json', 'Accept-Language': language, Authorization: token };
    const firstRead = location.search === '' ? JSON.parse(pages)[location.pathname] : undefined;
    for (const address of [...asked.split(' '), ...(firstRead === undefined ? [] : [firstRead])])
      ask(address, token, headers);
  }
})();
