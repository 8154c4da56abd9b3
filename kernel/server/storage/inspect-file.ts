import type { FileHandle } from 'node:fs/promises';
import type { Format } from './formats.ts';

/** Where bytes are read from: an open file, or memory. */
interface Source {
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** Why a ZIP that should be an office document is not opened. */
export type OfficeFault = 'broken' | 'macros' | 'too_large';

const mostEntries = 5_000;
const mostUnpacked = 300 * 1024 * 1024;
const worstRatio = 200;
const endRecord = 0x06054b50;
const entryRecord = 0x02014b50;

/** Whether a file that is stored as it came is whole and harmless to open: the end of a PDF, the directory of a ZIP. */
export async function isSound(handle: FileHandle, size: number, format: Format): Promise<boolean> {
  if (format.kind === 'pdf') return isWholePdf(handle, size);
  if (format.kind === 'office') return (await findOfficeFault(handle, size, format.format)) === null;
  return true;
}

/**
 * A PDF from its first byte to the last `%%EOF`. What follows that can be a file of another kind; only what writers pad with
 * may: space, zeros, the end-of-text sign of old systems.
 */
async function isWholePdf(handle: Source, size: number): Promise<boolean> {
  const head = await read(handle, 0, Math.min(8, size));
  const tail = await read(handle, Math.max(0, size - 2048), Math.min(2048, size));
  const end = tail.toString('latin1').replaceAll('\0', ' ').replaceAll('\u001a', ' ').trimEnd();
  return head.toString('latin1').startsWith('%PDF-') && end.endsWith('%%EOF');
}

/** The problem of an office document in memory, or null. Its directory is read; nothing is unpacked. */
export async function findOfficeDocumentFault(
  bytes: Buffer,
  format: 'docx' | 'xlsx',
): Promise<OfficeFault | null> {
  const source: Source = {
    async read(into, offset, length, position) {
      return { bytesRead: bytes.copy(into, offset, position, position + length) };
    },
  };
  return findOfficeFault(source, bytes.length, format);
}

/** Reads the directory at the end of the ZIP and unpacks nothing. */
async function findOfficeFault(handle: Source, size: number, format: string): Promise<OfficeFault | null> {
  const tailSize = Math.min(size, 66_000);
  const tail = await read(handle, size - tailSize, tailSize);
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (at < 0 || at + 22 > tail.length || tail.readUInt32LE(at) !== endRecord) return 'broken';
  // Nothing may follow: what is appended to a ZIP can be a file of another kind.
  if (at + 22 + tail.readUInt16LE(at + 20) !== tail.length) return 'broken';
  const count = tail.readUInt16LE(at + 10);
  const length = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (count === 0 || count > mostEntries || start + length !== size - tailSize + at) return 'broken';
  const names = readDirectory(await read(handle, start, length), count, size);
  if (names === 'broken' || names === 'too_large') return names;
  const main = format === 'docx' ? 'word/document.xml' : 'xl/workbook.xml';
  if (!names.has('[Content_Types].xml') || !names.has(main)) return 'broken';
  // Macros have extensions of their own; in a plain document they are there to be overlooked.
  return Array.from(names).some((name) => /vbaproject\.bin$/i.test(name)) ? 'macros' : null;
}

/** The names in a ZIP's directory, unless it is broken, locked, or would unpack to more than a document does. */
function readDirectory(
  directory: Buffer,
  count: number,
  fileSize: number,
): Set<string> | Exclude<OfficeFault, 'macros'> {
  const names = new Set<string>();
  let unpacked = 0;
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entryRecord) return 'broken';
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
    const packed = directory.readUInt32LE(at + 20);
    const size = directory.readUInt32LE(at + 24);
    // A reader trusts a size of nothing to mean that it is not known, and unpacks without a limit.
    if (size === 0 && packed > 2) return 'broken';
    unpacked += size;
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    if (isEncrypted || name.split('/').includes('..') || names.has(name)) return 'broken';
    names.add(name);
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  const allowed = Math.min(mostUnpacked, Math.max(1024 * 1024, fileSize * worstRatio));
  if (at !== directory.length) return 'broken';
  return unpacked <= allowed ? names : 'too_large';
}

async function read(handle: Source, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
