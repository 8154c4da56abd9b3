/**
 * The `Content-Disposition` header of a file (RFC 6266): its name in ASCII for old programs, and its full name in UTF-8 (RFC 8187).
 *
 * @example contentDisposition('Arizalar 2026.xlsx', 'attachment');
 */
export function contentDisposition(name: string, kind: 'attachment' | 'inline'): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  const full = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`;
}
