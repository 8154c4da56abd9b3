/**
 * Name and path of a cookie. Over HTTPS it is bound to this host (`__Host-`), so that no other host of the domain can
 * set or overwrite it; such a cookie cannot have a path of its own.
 */
export function hostCookie(
  { name, path }: { readonly name: string; readonly path: string },
  ownOrigin: string,
): { readonly name: string; readonly path: string } {
  return ownOrigin.startsWith('https:') ? { name: `__Host-${name}`, path: '/' } : { name, path };
}
