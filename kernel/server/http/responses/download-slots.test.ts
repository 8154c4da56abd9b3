import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Download } from './raw-responses.ts';
import { createDownloadSlots } from './download-slots.ts';

const rejected = { code: 'too_many_attempts', retryAfter: 15 };

/** A download of some pieces, each larger than what a stream buffers before it is read. */
function download(pieces = 2): Download {
  const content = Array.from({ length: pieces }, () => 'x'.repeat(100_000));
  return new Download({ name: 'a.csv', mimetype: 'text/csv', stream: Readable.from(content), total: 3 });
}

test('acquires a slot before it awaits anything, and limits each admin to a share', async () => {
  const slots = createDownloadSlots({ concurrency: 3, perAdmin: 2 });
  const made = await Promise.allSettled([1, 1, 1, 2, 3].map((id) => slots.run(id, async () => download())));
  expect(made.map(({ status }) => status)).toEqual([
    'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'rejected',
  ]); // prettier-ignore
  expect((made[2] as PromiseRejectedResult).reason).toMatchObject(rejected);
});

test('frees the slot after the last byte, a disconnection, or a failure', async () => {
  const slots = createDownloadSlots({ concurrency: 1, perAdmin: 1 });
  const first = await slots.run(1, async () => download());
  expect(first.total).toBe(3);
  await expect(slots.run(2, async () => download())).rejects.toMatchObject(rejected);
  expect(await text(first.stream)).toHaveLength(200_000);
  const second = await slots.run(2, async () => download());
  second.stream.destroy();
  await nextTick();
  await expect(slots.run(3, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await slots.run(4, async () => download());
});

test('a reader that stalls loses its slot, and its source is closed', async () => {
  const slots = createDownloadSlots({ concurrency: 1, perAdmin: 1, stallMs: 20 });
  const source = download(10);
  const stalled = await slots.run(1, async () => source);
  stalled.stream.on('error', () => {});
  stalled.stream.read(1);
  await expect.poll(() => stalled.stream.destroyed).toBe(true);
  expect(stalled.stream.errored?.message).toContain('stopped reading');
  await expect.poll(() => source.stream.destroyed).toBe(true);
  await slots.run(2, async () => download());
});
