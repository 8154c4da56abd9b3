/** Whether a text is a path of this site: browsers read `//host` and `/\host` as other sites. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path);
}
