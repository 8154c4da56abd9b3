import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readTar, writeTar, type TarFile } from './tar.ts';

const moment = new Date('2026-11-29T10:00:00Z');
const files: readonly TarFile[] = [
  { name: 'tables/streets/000000.copy', content: Buffer.from('1\tNavoiy\n') },
  { name: 'files/empty', content: Buffer.alloc(0) },
  { name: 'files/one-block', content: Buffer.alloc(512, 1) },
  { name: `tables/${'a'.repeat(120)}/000000.copy`, content: Buffer.alloc(513, 2) },
  { name: 'files/large', content: Buffer.alloc(3_000_000, 3) },
];

async function* given<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** Compares buffers of megabytes with `equals`; `toEqual` would take seconds. */
function expectSame(found: readonly TarFile[]): void {
  expect(found.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
  for (const [index, { name, content }] of files.entries())
    expect(found[index]?.content.equals(content), name).toBe(true);
}

const collect = (bytes: AsyncIterable<Buffer>) =>
  Array.fromAsync(bytes).then((chunks) => Buffer.concat(chunks));

async function read(bytes: AsyncIterable<Buffer>): Promise<TarFile[]> {
  const found: TarFile[] = [];
  for await (const { name, size, content } of readTar(bytes)) {
    const whole = await collect(content);
    expect(whole.length, name).toBe(size);
    found.push({ name, content: whole });
  }
  return found;
}

test('an archive contains the files that were written, also for the program tar', async () => {
  const bytes = await collect(writeTar(given(files), moment));
  expectSame(await read(given([bytes])));
  // Chunks may end anywhere.
  const pieces = Array.from({ length: Math.ceil(bytes.length / 777) }, (_, index) =>
    bytes.subarray(index * 777, (index + 1) * 777),
  );
  expectSame(await read(given(pieces)));
  const folder = await mkdtemp(join(tmpdir(), 'komak-tar-'));
  try {
    await writeFile(join(folder, 'a.tar'), bytes);
    const { stdout } = await promisify(execFile)('tar', ['-tf', 'a.tar'], { cwd: folder });
    expect(stdout.trim().split('\n')).toEqual(files.map(({ name }) => name));
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('rejects an archive that is truncated within an entry, or has damaged headers, in a sentence', async () => {
  const bytes = await collect(writeTar(given(files), moment));
  for (const length of [1, 300, 515, 700, 1025, 100_000, 2_000_000]) {
    await expect(read(given([bytes.subarray(0, length)])), String(length)).rejects.toThrow(
      /^The backup is damaged or incomplete\.$/,
    );
  }
  const damaged = Buffer.from(bytes);
  damaged[2] = 7;
  await expect(read(given([damaged]))).rejects.toThrow(/^The backup is damaged or incomplete\.$/);
});

test('passes on errors of the source, at the start of an entry and within it', async () => {
  const bytes = await collect(writeTar(given(files), moment));
  for (const length of [0, 1024, 1_000_000]) {
    const source = async function* () {
      yield bytes.subarray(0, length);
      throw new Error('the line is cut');
    };
    await expect(read(source()), String(length)).rejects.toThrow(/^the line is cut$/);
  }
});

test('closes the source when it fails, and when the reader stops', async () => {
  let ended = 0;
  const source = async function* (fails: boolean) {
    try {
      yield* files;
      if (fails) throw new Error('the database is away');
      yield* files;
    } finally {
      ended++;
    }
  };
  await expect(collect(writeTar(source(true), moment))).rejects.toThrow(/^the database is away$/);
  expect(ended).toBe(1);
  // Before an entry, within one, and while the next one waits for its reader.
  for (const [index, stop] of [1, 1500, 4000, 2_000_000, 4_000_000].entries()) {
    let passed = 0;
    for await (const chunk of writeTar(source(false), moment)) if ((passed += chunk.length) > stop) break;
    expect(ended, String(stop)).toBe(index + 2);
  }
});
