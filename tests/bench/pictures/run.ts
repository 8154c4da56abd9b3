/**
 * A flood of large images: `npm run bench -- pictures [--rounds N]`, three rounds by default.
 *
 * One person sends seven concurrent calls with noise images of the maximum number of pixels: five WebP of at
 * most 2 MB in each; then one WebP, one rotated JPEG, and one rotated interlaced PNG of at most 10 MB. While
 * these are processed, another person repeatedly sends a small image.
 *
 * How to read it: the times are those of the other person's calls, in ms; memory is the maximum of the
 * server's process and the image decoding process together, in MiB. Goals: 1,000 ms and 600 MiB; otherwise
 * the command fails. The last column counts the responses to the flood: five re-encoded images exceed the
 * limit of a call (413).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { createApi, type ApiClient } from '#kernel/testing/api.ts';
import { maxPixelsOf } from '#kernel/server/storage/max-pixels.ts';
import { picture } from '#kernel/testing/samples.ts';
import { startBenchServer, type BenchServer } from '../support/bench-server.ts';
import { openFolder } from '../support/data-folder.ts';
import { readOptions } from '../support/options.ts';
import { percentile } from '../support/percentile.ts';

const calls = 7;
/** In milliseconds, and in MiB. */
const goals = { wait: 1000, memory: 600 } as const;
/** The maximum bytes of a call, as in the contract. */
const callBytes = 10_000_000;

interface Flood {
  readonly name: string;
  readonly format: Format;
  readonly pictures: readonly Buffer[];
}

type Format = 'webp' | 'jpg' | 'png';

async function main(rounds: number): Promise<void> {
  const floods: Flood[] = [
    {
      name: 'five WebP a call',
      format: 'webp',
      pictures: Array<Buffer>(5).fill(await noise('webp', callBytes / 5)),
    },
    { name: 'a WebP a call', format: 'webp', pictures: [await noise('webp', callBytes)] },
    { name: 'a JPEG a call', format: 'jpg', pictures: [await noise('jpg', callBytes)] },
    { name: 'a PNG a call', format: 'png', pictures: [await noise('png', callBytes)] },
  ];
  for (const { name, pictures } of floods)
    print(name, `${pictures.length} × ${((pictures[0]?.length ?? 0) / 1e6).toFixed(1)} MB`);
  let missed = false;
  for (let round = 1; round <= rounds; round++) {
    for (const flood of floods) {
      // A separate server: memory that an earlier round left to the process would be counted.
      const folder = await openFolder({ ...readOptions([]), keep: false });
      const server = await startBenchServer(folder.path);
      try {
        missed = (await measure(server, flood)) || missed;
      } finally {
        await server.stop();
        await folder.leave();
      }
    }
  }
  if (missed) throw new Error('a goal is missed');
}

/** Prints a round; returns whether it misses a goal. */
async function measure(server: BenchServer, { name, format, pictures }: Flood): Promise<boolean> {
  const [greedy, other] = await people(server);
  const small = [await picture()];
  await send(other, 'jpg', small);
  const before = await server.memory();
  const memory = watchMemory(server);
  const ended = new AbortController();
  const flood = Promise.all(Array.from({ length: calls }, () => send(greedy, format, pictures))).finally(() =>
    ended.abort(),
  );
  await sleep(500);
  const times: number[] = [];
  while (!ended.signal.aborted) {
    const began = performance.now();
    const status = await send(other, 'jpg', small);
    if (status !== 201) throw new Error(`the other person's image got the status ${status}`);
    times.push(performance.now() - began);
    await sleep(100);
  }
  const responses = Map.groupBy(await flood, (status) => status);
  const highest = await memory.stop();
  const worst = Math.max(...times);
  print(
    name,
    [
      `the other's ${percentile(times, 0.5).toFixed(0)} ms p50, ${worst.toFixed(0)} ms worst of ${times.length}`,
      `memory ${mebibytes(before)} MiB before, ${mebibytes(highest)} MiB at most`,
      `responses ${[...responses].map(([status, { length }]) => `${length} × ${status}`).join(', ')}`,
    ].join('; '),
  );
  return worst > goals.wait || highest / 2 ** 20 > goals.memory;
}

async function people(server: BenchServer): Promise<[ApiClient, ApiClient]> {
  const { rows } = await server.pool.query<{ id: number }>(
    `with role as (
      insert into admin_roles (role, permissions, name_uz, name_ru)
      values ('super_admin', '{application_receiver}', 'Bosh', 'Главный') returning id
    ), place as (
      insert into neighborhoods (id, name_uz, name_ru, coords, color)
      overriding system value values (1, 'Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')
    )
    insert into admins (login, password_hash, first_name, last_name, role_id)
    select login, '-', 'Olim', login, id from role, unnest(array['bench1', 'bench2']) as login returning id::int`,
  );
  const [one = 0, two = 0] = rows.map(({ id }) => id);
  const clientOf = async (id: number) => createApi(server.url, { token: await server.signIn({ id }) });
  return [await clientOf(one), await clientOf(two)];
}

/** Creates an application with images; returns the status. */
async function send(from: ApiClient, format: Format, pictures: readonly Buffer[]): Promise<number> {
  const type = format === 'jpg' ? 'image/jpeg' : `image/${format}`;
  const files = pictures.map((content) => ({ name: `surat.${format}`, type, content }));
  const fields = {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    salary: 'tikuvchilik',
    planned_assistance: 'Tom',
    first_name: 'Anvar',
    last_name: 'Oʻrinboyev',
  };
  return (await from.upload('applications', fields, files)).status;
}

/**
 * A noise image of nearly the maximum number of pixels and less than the given number of bytes, with the
 * least blur that fits.
 */
async function noise(format: Format, bytes: number): Promise<Buffer> {
  const side = Math.floor(Math.sqrt(maxPixelsOf({ format })));
  const tile = 700;
  const raw = { raw: { width: tile, height: tile, channels: 3 } } as const;
  const whole = await sharp(randomBytes(tile * tile * 3), raw)
    .png()
    .toBuffer();
  const canvas = { create: { width: side, height: side, channels: 3, background: '#000' } } as const;
  const pixels = await sharp(canvas)
    .composite([{ input: whole, tile: true }])
    .raw()
    .toBuffer();
  for (const blur of [0, 0.8, 1.2, 1.6, 2, 2.5, 3, 4, 6, 10]) {
    const image = sharp(pixels, { raw: { width: side, height: side, channels: 3 } });
    if (blur > 0) image.blur(blur);
    if (format === 'webp') image.webp({ quality: 1, effort: 0 });
    // Rotated and interlaced, so that all of it is in memory while it is decoded.
    else if (format === 'jpg')
      image.jpeg({ quality: 20, progressive: true }).withMetadata({ orientation: 6 });
    else image.png({ palette: true, colours: 4, progressive: true }).withMetadata({ orientation: 6 });
    const made = await image.toBuffer();
    if (made.length < bytes * 0.99) return made;
  }
  throw new Error(`noise of ${side}×${side} does not fit into ${bytes} bytes`);
}

function watchMemory(server: BenchServer) {
  const end = new AbortController();
  let highest = 0;
  const done = (async () => {
    while (!end.signal.aborted) {
      highest = Math.max(highest, await server.memory());
      await sleep(50);
    }
  })();
  return {
    async stop(): Promise<number> {
      end.abort();
      await done;
      return highest;
    },
  };
}

const mebibytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);

function print(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(16)} ${text}\n`);
}

await main(readOptions(process.argv.slice(3)).rounds);
