import type { FileHandle } from 'node:fs/promises';
import { inflateRaw } from 'node:zlib';
import { promisify } from 'node:util';
import type { Format } from './formats.ts';
import { findActiveContent, isEnvelope } from './office-envelope.ts';

/** A source of bytes: an open file, or memory. */
interface Source {
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** An entry of a ZIP's directory. */
interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const unpack = promisify(inflateRaw);

/** Why a ZIP is rejected as an office document. */
export type OfficeFault = 'broken' | 'macros' | 'too_large';

const maxEntries = 5_000;
const maxUnpackedBytes = 300 * 1024 * 1024;
const worstRatio = 200;
const endRecord = 0x06054b50;
const entryRecord = 0x02014b50;
const localRecord = 0x04034b50;
/**
 * Maximum unpacked size of one part of the envelope; the largest real documents have some ten thousand relationships.
 */
const maxEnvelopeBytes = 4 * 1024 * 1024;
/** Maximum unpacked size of all parts of the envelope together. */
const maxEnvelopesBytes = 16 * 1024 * 1024;

/**
 * Whether a file that is stored unchanged is complete and harmless to open: checks the end of a PDF, the directory of a
 * ZIP.
 */
export async function isSound(handle: FileHandle, size: number, format: Format): Promise<boolean> {
  if (format.kind === 'pdf') return isWholePdf(handle, size);
  if (format.kind === 'office') return (await findOfficeFault(handle, size, format.format)) === null;
  return true;
}

/**
 * Whether a PDF is complete, from its first byte to the last `%%EOF`. Only padding may follow, since anything else can
 * be a file of another kind: white space, zeros, the end-of-file character of old systems.
 */
async function isWholePdf(handle: Source, size: number): Promise<boolean> {
  const head = await read(handle, 0, Math.min(8, size));
  const tail = await read(handle, Math.max(0, size - 2048), Math.min(2048, size));
  const end = tail.toString('latin1').replaceAll('\0', ' ').replaceAll('\u001a', ' ').trimEnd();
  return head.toString('latin1').startsWith('%PDF-') && end.endsWith('%%EOF');
}

/** The problem of an office document in memory, or null. Reads its directory and its envelope; unpacks nothing else. */
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

/** Reads the directory at the end of the ZIP, and the parts that declare what the others are. */
async function findOfficeFault(handle: Source, size: number, format: string): Promise<OfficeFault | null> {
  const tailSize = Math.min(size, 66_000);
  const tail = await read(handle, size - tailSize, tailSize);
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (at < 0 || at + 22 > tail.length || tail.readUInt32LE(at) !== endRecord) return 'broken';
  // Nothing may follow: data appended to a ZIP can be a file of another kind.
  if (at + 22 + tail.readUInt16LE(at + 20) !== tail.length) return 'broken';
  const count = tail.readUInt16LE(at + 10);
  const length = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (count === 0 || count > maxEntries || start + length !== size - tailSize + at) return 'broken';
  const entries = readDirectory(await read(handle, start, length), count, size);
  if (entries === 'broken' || entries === 'too_large') return entries;
  const main = format === 'docx' ? 'word/document.xml' : 'xl/workbook.xml';
  if (!entries.has('[Content_Types].xml') || !entries.has(main)) return 'broken';
  // Documents with macros have extensions of their own; in a plain document macros are hidden on purpose.
  if (Array.from(entries.keys()).some((name) => /vbaproject\.bin$/i.test(name))) return 'macros';
  const envelope = await readEnvelope(handle, entries);
  return envelope === null ? 'broken' : findActiveContent(envelope, format);
}

/** Reads the texts of the content types and of all relationships; null if one of them cannot be read. */
async function readEnvelope(
  handle: Source,
  entries: ReadonlyMap<string, Entry>,
): Promise<ReadonlyMap<string, string> | null> {
  const envelope = new Map<string, string>();
  let total = 0;
  for (const [name, entry] of entries) {
    if (!isEnvelope(name)) continue;
    total += entry.size;
    const part =
      entry.size > maxEnvelopeBytes || total > maxEnvelopesBytes ? null : await readPart(handle, name, entry);
    if (part === null) return null;
    // Another encoding would hide from us what the office program reads.
    const text = new TextDecoder('utf-8', { fatal: true });
    try {
      envelope.set(name, text.decode(part));
    } catch {
      return null;
    }
  }
  return envelope;
}

/** Unpacks one part; null if it differs from its directory entry. */
async function readPart(handle: Source, name: string, entry: Entry): Promise<Buffer | null> {
  const head = await read(handle, entry.offset, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== localRecord) return null;
  const nameLength = head.readUInt16LE(26);
  const start = entry.offset + 30 + nameLength + head.readUInt16LE(28);
  const local = await read(handle, entry.offset + 30, nameLength);
  if (local.toString('utf8') !== name || head.readUInt16LE(8) !== entry.method) return null;
  const packed = await read(handle, start, entry.packed);
  if (packed.length !== entry.packed) return null;
  if (entry.method === 0) return packed.length === entry.size ? packed : null;
  if (entry.method !== 8) return null;
  const part = await unpack(packed, { maxOutputLength: Math.max(1, entry.size) }).catch(() => null);
  return part?.length === entry.size ? part : null;
}

/** Reads a ZIP's directory, by name; null if it is broken, encrypted, or would unpack to more than a document does. */
function readDirectory(
  directory: Buffer,
  count: number,
  fileSize: number,
): Map<string, Entry> | Exclude<OfficeFault, 'macros'> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let at = 0;
  for (let entry = 0; entry < count; entry++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entryRecord) return 'broken';
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
    const packed = directory.readUInt32LE(at + 20);
    const size = directory.readUInt32LE(at + 24);
    // Readers take size 0 as unknown, and unpack without a limit.
    if (size === 0 && packed > 2) return 'broken';
    unpacked += size;
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    if (isEncrypted || name.split('/').includes('..') || entries.has(name)) return 'broken';
    const [method, offset] = [directory.readUInt16LE(at + 10), directory.readUInt32LE(at + 42)];
    entries.set(name, { method, packed, size, offset });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  const allowed = Math.min(maxUnpackedBytes, Math.max(1024 * 1024, fileSize * worstRatio));
  if (at !== directory.length) return 'broken';
  return unpacked <= allowed ? entries : 'too_large';
}

async function read(handle: Source, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
