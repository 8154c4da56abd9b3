/**
 * The address to start a worker of ours by. A worker of a foreign origin may not be started, so on another site's page
 * a small script of the page's own imports it; that asks of the page `worker-src blob:` and our host in `script-src`.
 */
export function resolveWorkerUrl(url: string): string {
  const address = new URL(url, import.meta.url);
  if (address.origin === location.origin) return address.href;
  const script = new Blob([`import ${JSON.stringify(address.href)};`], { type: 'text/javascript' });
  return URL.createObjectURL(script);
}
