/**
 * The address from which to start a worker. A page cannot start a worker of another origin, so there a blob script imports
 * it, which needs `worker-src blob:` and our host in `script-src`; in Firefox and WebKit also our host in `worker-src`. The
 * caller revokes the address when the worker has ended.
 */
export function resolveWorkerUrl(url: string): string {
  const address = new URL(url, import.meta.url);
  if (address.origin === location.origin) return address.href;
  const script = new Blob([`import ${JSON.stringify(address.href)};`], { type: 'text/javascript' });
  return URL.createObjectURL(script);
}
