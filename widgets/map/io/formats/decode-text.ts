/** The code page of Windows for Cyrillic, in which older programs write texts here. */
const cyrillic = 'windows-1251';

/** The encodings that a DBF names by the number of a code page of DOS or Windows. */
const encodingsOfDbf: Readonly<Record<number, string>> = { 0x26: 'ibm866', 0x65: 'ibm866', 0xc9: cyrillic };

/** Decodes a text by its byte order mark, by the encoding that XML declares, or by its bytes. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes) ?? declaredEncoding(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(isUtf8(bytes) ? 'utf-8' : cyrillic).decode(bytes);
  }
}

/** The encoding of the texts of a DBF: the one that its `.cpg` names, or by its bytes. */
export function encodingOfDbf(dbf: Uint8Array, cpg: string | null): string {
  const named = cpg === null ? null : encodingNamed(cpg);
  if (named !== null) return named;
  // The number in the head is often wrong, but a text that is UTF-8 is hardly anything else.
  return isUtf8(dbf) ? 'utf-8' : (encodingsOfDbf[dbf[29] ?? 0] ?? cyrillic);
}

function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The number of bytes in which the XML declaration is searched. */
const declarationBytes = 200;

function declaredEncoding(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, declarationBytes));
  const name = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)/u.exec(head)?.[1];
  // Its letters could not be read if it were UTF-16.
  return name === undefined || /^utf/iu.test(name) ? null : encodingNamed(name);
}

/** The encoding with a name or the number of a code page, such as `UTF-8`, `ANSI 1251` or `866`; null if it is unknown. */
function encodingNamed(name: string): string | null {
  const page = /^(?:ansi|oem|cp)?[\s_-]*(\d+)$/iu.exec(name.trim())?.[1];
  const label = page === '65001' ? 'utf-8' : page === undefined ? name.trim() : `cp${page}`;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** The number of letters that is sufficient to detect an encoding. */
const enoughLetters = 10_000;

/**
 * Whether bytes are text in UTF-8: at least half of its letters beyond ASCII are valid. Some may be broken, since a DBF cuts texts
 * within a letter; of a text in another encoding hardly any is valid.
 */
function isUtf8(bytes: Uint8Array): boolean {
  let [whole, broken] = [0, 0];
  for (const [letter] of new TextDecoder().decode(bytes).matchAll(/\P{ASCII}/gu)) {
    if (letter === '\uFFFD') broken += 1;
    else whole += 1;
    if (whole + broken === enoughLetters) break;
  }
  return whole >= broken;
}
