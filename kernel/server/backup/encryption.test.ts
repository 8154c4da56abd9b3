import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StartupError } from '../config/startup-error.ts';
import { fileSignature, encrypt, decrypt } from './encryption.ts';

/** Cheap, so that hundreds of attempts take no time. */
const costs = { exponent: 4, r: 1, p: 1 };
const chunk = 64 * 1024 + 16;
const header = fileSignature.length + 26;

async function all(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(bytes));
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const sealed = (plain: Buffer) => all(encrypt(inPieces(plain, 50_000), 'a passphrase', costs));
const opened = (bytes: Buffer, key = 'a passphrase') => all(decrypt(inPieces(bytes, 70_001), key));

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('decrypts %d bytes as they were', async (size) => {
  const plain = randomBytes(size);
  const bytes = await sealed(plain);
  expect((await opened(bytes)).equals(plain)).toBe(true);
  if (size > 100) expect(bytes.includes(plain.subarray(0, 16))).toBe(false);
});

test('decrypts nothing with another passphrase', async () => {
  await expect(opened(await sealed(randomBytes(10)), 'a passphrasE')).rejects.toThrow(
    /not that of this backup/,
  );
});

test('detects changed, truncated, omitted, moved and added data', async () => {
  const bytes = await sealed(randomBytes(200_000));
  const whole = bytes.length;
  const piece = (n: number) => bytes.subarray(header + n * chunk, header + (n + 1) * chunk);
  const start = bytes.subarray(0, header);
  const broken: Buffer[] = [
    Buffer.concat([start, piece(1), piece(0), bytes.subarray(header + 2 * chunk)]),
    Buffer.concat([start, piece(0), bytes.subarray(header + 2 * chunk)]),
    Buffer.concat([bytes, Buffer.of(0)]),
    Buffer.concat([bytes, piece(0)]),
    ...[0, 1, header - 1, header, header + 1, header + chunk, header + 2 * chunk, whole - 1].map((end) =>
      bytes.subarray(0, end),
    ),
  ];
  for (const one of broken) await expect(opened(one)).rejects.toThrow(StartupError);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: fileSignature.length + 3, max: whole - 1 }),
      fc.integer({ min: 1, max: 255 }),
      async (at, mask) => {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ mask;
        await expect(opened(changed)).rejects.toThrow(StartupError);
      },
    ),
    { numRuns: 60 },
  );
});
