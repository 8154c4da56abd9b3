const longest = 255;

/** Control and format characters, which can turn the shown order of letters around, and the signs of paths. */
const unfit = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu;

/** A plain name of a file, without a path: every script is kept, at most 255 characters, the extension last to go. */
export function sanitizeFileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .replace(unfit, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const characters = Array.from(clean);
  if (characters.length <= longest) return clean === '' ? 'file' : clean;
  const extension = Array.from(/\.[^.]{1,10}$/.exec(clean)?.[0] ?? '');
  return [...characters.slice(0, longest - extension.length), ...extension].join('');
}
