/**
 * How a cookie of ours is called and where it is sent. Over https it is bound to this very host (`__Host-`): no other host of the
 * domain can set or overwrite it. Such a cookie has no path of its own.
 */
export function boundToHost(
  { name, path }: { readonly name: string; readonly path: string },
  ownOrigin: string,
): { readonly name: string; readonly path: string } {
  return ownOrigin.startsWith('https:') ? { name: `__Host-${name}`, path: '/' } : { name, path };
}
