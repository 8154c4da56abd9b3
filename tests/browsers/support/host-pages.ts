import { shapes } from '../../e2e/support/map-element.ts';
import type { Site } from '../../e2e/support/site.ts';

/**
 * Adds pages at `/map`, `/chat` and `/apply` that embed the widgets under the policies of
 * `widgets/README.md`, and one at `/targets` with elements that cannot be pressed or are ambiguous.
 */
export function putHostPages(site: Site, product: string): void {
  site.put('/host.css', {
    type: 'text/css',
    body: 'body { margin: 8px; font: 16px/1.5 sans-serif; } komak-map { height: 480px; } p { max-width: 40em; }',
  });
  site.put('/map.js', {
    type: 'text/javascript',
    body: `
      window.received = [];
      for (const type of ['ready', 'change', 'error'])
        document.addEventListener(type, (event) => window.received.push([type, String(event.detail?.origin ?? '')]));
      document.querySelector('komak-map').value = ${JSON.stringify(shapes)};`,
  });
  const page = (policy: string, body: string) => ({
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': `default-src 'none'; style-src 'self'; ${policy}` },
    body: `<!doctype html><html lang="uz"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Shahar hokimligi</title><link rel="stylesheet" href="/host.css"><body>${body}</body></html>`,
  });
  site.put(
    '/map',
    page(
      `script-src 'self' ${product}; worker-src blob: ${product}; img-src 'self'; connect-src 'self' ${product}`,
      `<komak-map mode="edit" tiles="${site.url}/tiles/good/{z}/{x}/{y}.png"></komak-map><script src="/map.js"></script>
       <script type="module" src="${product}/widgets/komak-map.js"></script>`,
    ),
  );
  const panels = `script-src 'self' ${product}; frame-src ${product}; require-trusted-types-for 'script'`;
  site.put(
    '/chat',
    page(
      panels,
      `<main><h1>Shahar hokimligi</h1><p>Xush kelibsiz.</p></main><script async src="${product}/widgets/komak-chat.js"></script>`,
    ),
  );
  site.put(
    '/apply',
    page(
      panels,
      `<main><h1>Shahar hokimligi</h1><komak-apply></komak-apply></main><script async src="${product}/widgets/komak-apply.js"></script>`,
    ),
  );
  site.put('/targets.css', {
    type: 'text/css',
    body: `
      .under { position: relative; width: 20em; padding: 8px; }
      .under::after { content: ''; position: absolute; inset: 0; background: #cde; }`,
  });
  site.put(
    '/targets',
    page(
      '',
      `<link rel="stylesheet" href="/targets.css"><label>Familiya <input></label> <label>Ism <input></label>
       <div class="under"><button>Yopilgan</button></div> <div><button><span>Ochiq</span></button></div>`,
    ),
  );
}
