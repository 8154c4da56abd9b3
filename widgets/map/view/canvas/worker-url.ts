import { setWorkerUrl } from 'maplibre-gl';

/**
 * Tells MapLibre where its worker is. A worker of a foreign origin may not be started, so on another site's page a
 * small script of the page's own imports it; that asks of the page `worker-src blob:` and our host in `script-src`.
 */
export function startWorker(url: string): void {
  const address = new URL(url, import.meta.url);
  if (address.origin === location.origin) {
    setWorkerUrl(address.href);
    return;
  }
  const script = new Blob([`import ${JSON.stringify(address.href)};`], { type: 'text/javascript' });
  setWorkerUrl(URL.createObjectURL(script));
}
