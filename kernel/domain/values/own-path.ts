/** Whether a text is a path on this site: browsers treat `//host` and `/\host` as other sites. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(path);
}
