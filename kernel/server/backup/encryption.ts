import { createCipheriv, createDecipheriv, randomBytes, scryptSync, type CipherGCMTypes } from 'node:crypto';
import { StartupError } from '../config/startup-error.ts';

/** The first bytes of an encrypted backup. */
export const fileSignature = Buffer.from('KOMAKBK1');

const algorithm: CipherGCMTypes = 'aes-256-gcm';
const saltBytes = 16;
const prefixBytes = 7;
const tagBytes = 16;
const chunkBytes = 64 * 1024;
/** Costs of scrypt: the exponent of N, r and p; 128 MiB and about half a second per attempt. */
const usualCosts = { exponent: 17, r: 8, p: 1 };
const headerBytes = fileSignature.length + 3 + saltBytes + prefixBytes;

type Bytes = AsyncIterable<Buffer>;

/**
 * Encrypts a stream with a passphrase, in separately sealed chunks of 64 KiB (AES-256-GCM). The nonce of a chunk
 * contains its number and whether it is the last, so that omitting, moving or truncating chunks is detected.
 */
export async function* encrypt(bytes: Bytes, passphrase: string, costs = usualCosts): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const prefix = randomBytes(prefixBytes);
  const header = Buffer.concat([fileSignature, Buffer.of(costs.exponent, costs.r, costs.p), salt, prefix]);
  const key = keyOf(passphrase, salt, costs);
  yield header;
  for await (const { chunk, number, isLast } of chunksOf(bytes, chunkBytes)) {
    const cipher = createCipheriv(algorithm, key, nonceOf(prefix, number, isLast));
    cipher.setAAD(header);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts the output of {@link encrypt}; throws an error with a readable message if the passphrase is wrong or the
 * data were changed or truncated.
 */
export async function* decrypt(bytes: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const { header, rest } = await split(bytes);
  const [exponent = 0, r = 0, p = 0] = header.subarray(fileSignature.length);
  const salt = header.subarray(fileSignature.length + 3, fileSignature.length + 3 + saltBytes);
  const prefix = header.subarray(headerBytes - prefixBytes);
  // Ko‘mak never writes higher costs; those of a forged header would use up all memory.
  if (exponent > 20 || r > 16 || p > 4 || exponent * r * p === 0) throw damaged();
  const key = keyOf(passphrase, salt, { exponent, r, p });
  for await (const { chunk, number, isLast } of chunksOf(rest, chunkBytes + tagBytes)) {
    try {
      const decipher = createDecipheriv(algorithm, key, nonceOf(prefix, number, isLast));
      decipher.setAAD(header);
      decipher.setAuthTag(chunk.subarray(-tagBytes));
      yield Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
    } catch (error) {
      throw number === 0 ? wrongKey(error) : damaged(error);
    }
  }
}

async function split(bytes: Bytes): Promise<{ header: Buffer; rest: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  let waiting: Buffer = Buffer.alloc(0);
  while (waiting.length < headerBytes) {
    const { done, value } = await iterator.next();
    if (done === true) throw damaged();
    waiting = Buffer.concat([waiting, value]);
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield waiting.subarray(headerBytes);
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { header: waiting.subarray(0, headerBytes), rest: rest() };
}

/** Splits a stream into chunks of equal size; the last may be shorter, and is known only when the stream ends. */
async function* chunksOf(
  bytes: Bytes,
  size: number,
): AsyncGenerator<{ chunk: Buffer; number: number; isLast: boolean }> {
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  for await (const part of bytes) {
    rest = Buffer.concat([rest, part]);
    // Only a further byte shows that a full chunk is not the last.
    for (; rest.length > size; rest = rest.subarray(size)) {
      yield { chunk: rest.subarray(0, size), number: number++, isLast: false };
    }
  }
  yield { chunk: rest, number, isLast: true };
}

function nonceOf(prefix: Buffer, number: number, isLast: boolean): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt32BE(number);
  rest[4] = isLast ? 1 : 0;
  return Buffer.concat([prefix, rest]);
}

function keyOf(
  passphrase: string,
  salt: Buffer,
  { exponent, r, p }: { exponent: number; r: number; p: number },
): Buffer {
  const N = 2 ** exponent;
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, { N, r, p, maxmem: 256 * N * r });
}

function wrongKey(cause: unknown): StartupError {
  return new StartupError('The key is not that of this backup, or the backup is damaged.', { cause });
}

function damaged(cause?: unknown): StartupError {
  return new StartupError('The backup is damaged or incomplete.', { cause });
}
