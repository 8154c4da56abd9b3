// Runs before the code is loaded. A separate file, since the CSP forbids inline scripts.
(function () {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is denied: the system's theme is used, and nobody is signed in.
      return null;
    }
  };
  // Sets the theme before the first paint, to avoid a flash of the other theme.
  const theme = stored('theme');
  const dark = theme === null ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';

  // Trusted Types: no text becomes HTML or code, and scripts load only from our own files. The default policy, since
  // MapLibre starts its worker with a plain string.
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL(text) {
      const { origin, pathname } = new URL(text, location.href);
      return origin === location.origin && /^\/assets\/[\w.-]+\.js$/.test(pathname) ? text : null;
    },
  });
  startFirstRequests();
  // Zod would test whether it may compile code from strings, which the CSP forbids.
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  globalThis.__zod_globalConfig = { jitless: true };

  // Code that fails to load (no connection, a release at that moment) must not leave a blank page: reload once, then
  // show a button without text.
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

  // Requests everything with which a page starts, before the code that needs it is loaded (`preload/early.ts`): texts
  // and, with a session, the files of the signed-in part and its first reads. The build lists them in the page.
  function startFirstRequests() {
    const { files, asked, pages } = document.currentScript.dataset;
    if (files === undefined) return;
    const language = stored('language') === 'ru' ? 'ru' : 'uz';
    const token = stored('access-token') || null;
    const early = (globalThis.komakEarly = new Map());
    const ask = (address, credential, headers) => {
      const response = fetch(address, { headers, signal: AbortSignal.timeout(30_000) });
      // The caller that uses it handles the error.
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
