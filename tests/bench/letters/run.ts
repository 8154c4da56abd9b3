/**
 * A bulk job of letters: `npm run bench -- letters [--rows N]`, 1,000 unless told.
 *
 * The real server writes one letter to each of N / 4 applications of one mahalla, then to each of N of another; meanwhile a
 * connection of ours looks again and again whether the row of the register is free. Then the letters of both jobs are read as one
 * PDF and as a zip: the small job several times, the large one last.
 *
 * How to read it: `locked` is the share of the moments at which the register could not be had, which is what letters of other nodes
 * wait for, and the longest that it lasted. Memory is that of the server's process, in MiB: before, the highest in each quarter of
 * the letters, and while the letters were read. It is flat where the last quarter is as the second, and where the large file needs
 * what the small one has needed; where it is not, the command fails.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchDetail, Template } from '#plugins/letters/contract.ts';
import { createApi } from '#kernel/testing/api.ts';
import { startBenchServer, type BenchServer } from '../support/bench-server.ts';
import { openFolder } from '../support/data-folder.ts';
import { readOptions } from '../support/options.ts';

/** How much more the last quarter may need than the second, in bytes: less than half of what 1,000 letters weigh. */
const allowedGrowth = 12 * 2 ** 20;

/** How often the small file is read, until the heap is as large as reading lets it grow. */
const readingsBefore = 12;

async function main(rows: number): Promise<void> {
  const options = readOptions(['--rows', String(rows)]);
  const folder = await openFolder({ ...options, keep: false });
  const server = await startBenchServer(folder.path);
  try {
    await measure(server, rows);
  } finally {
    await server.stop();
    await folder.leave();
  }
}

async function measure(server: BenchServer, rows: number): Promise<void> {
  const { adminId, areas } = await fill(server, [Math.ceil(rows / 4), rows]);
  const token = await server.signIn({ id: adminId });
  const api = createApi(server.url, { token });
  const templateId = await makeTemplate(api);
  const start = (area: number | undefined) => startJob(api, { adminId, templateId, area });
  const before = await server.memory();
  const memory = watchMemory(server);
  const small = await start(areas[0]);
  await written(api, small, () => undefined);
  const register = watchRegister(server);
  const began = performance.now();
  const quarters: number[] = [];
  memory.takeHighest();
  const large = await written(api, await start(areas[1]), ({ done }) => {
    if (done >= ((quarters.length + 1) * rows) / 4) quarters.push(memory.takeHighest());
  });
  const seconds = (performance.now() - began) / 1000;
  const locked = await register.stop();
  print('letters', `${large.done} of ${rows}, ${large.failed} failed`);
  print('letters a second', (rows / seconds).toFixed(1));
  print('register locked', `${(locked.share * 100).toFixed(0)} %, at most ${locked.longest.toFixed(0)} ms`);
  print('memory', `${mebibytes(before)} before, writing ${quarters.map(mebibytes).join(', ')}`);
  const grown = await measureReading(server, memory, { token, small: small.id, large: large.id });
  await memory.stop();
  const [, second = 0, , last = 0] = quarters;
  if (quarters.length < 4 || last > second + allowedGrowth)
    throw new Error('memory grows with the letters: the last quarter needs more than the second');
  if (grown.length > 0) throw new Error(`memory grows with the file that is read: ${grown.join(', ')}`);
}

/** Waits until a job has ended. */
async function written(
  api: ReturnType<typeof createApi>,
  job: BatchDetail,
  onProgress: (now: BatchDetail) => void,
): Promise<BatchDetail> {
  let now = job;
  while (now.state === 'running') {
    await sleep(100);
    now = (await api.get<BatchDetail>(`letter-batches/${job.id}`)).body;
    onProgress(now);
  }
  return now;
}

/** Reads both jobs in both formats; returns the formats whose large file needs more memory than the small one. */
async function measureReading(
  server: BenchServer,
  memory: ReturnType<typeof watchMemory>,
  { token, small, large }: { token: string; small: number; large: number },
): Promise<string[]> {
  const grown: string[] = [];
  for (const format of ['pdf', 'zip']) {
    const read = async (id: number) => {
      memory.takeHighest();
      const start = performance.now();
      const answer = await fetch(`${server.url}/api/uz/letter-batches/${id}/file?format=${format}`, {
        headers: { authorization: token },
      });
      let bytes = 0;
      for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
      const took = ((performance.now() - start) / 1000).toFixed(1);
      const highest = memory.takeHighest();
      print(
        format,
        `${(bytes / 2 ** 20).toFixed(1)} MiB in ${took} s, with ${mebibytes(highest)} MiB of memory`,
      );
      return highest;
    };
    const before: number[] = [];
    for (let round = 0; round < readingsBefore; round++) before.push(await read(small));
    if ((await read(large)) > Math.max(...before) + allowedGrowth) grown.push(format);
  }
  return grown;
}

/** Applications of as many mahallas as there are counts, and the admin who writes to them. */
async function fill(
  { pool }: BenchServer,
  counts: readonly number[],
): Promise<{ adminId: number; areas: number[] }> {
  const areas: number[] = [];
  for (const count of counts) {
    const { rows } = await pool.query<{ id: number }>(
      `with area as (
        insert into neighborhoods (name_uz, name_ru, coords, color)
        values ('Bogʻ ' || $1::int, 'Сад ' || $1::int, '[[41,60],[41,61],[42,61]]', '#0b7480') returning id
      ), filled as (
        insert into applications (day, search_key, neighborhood_id, employment_status, planned_assistance, first_name, last_name, status, status_at)
        select current_date, '', area.id, 'unemployed', 'Tomni taʼmirlash', 'Gʻuncha', 'Oʻrinboyeva ' || i, 'accepted', now()
        from area, generate_series(1, $1::int) as i
      )
      select id::int from area`,
      [count],
    );
    areas.push(rows[0]?.id ?? 0);
  }
  const found = await pool.query<{ id: number }>(
    `with role as (
      insert into admin_roles (role, permissions, name_uz, name_ru)
      values ('super_admin', '{application_receiver}', 'Bosh', 'Главный') returning id
    )
    insert into admins (login, password_hash, first_name, last_name, role_id)
    select 'bench', '-', 'Olim', 'Operator', id from role returning id::int`,
  );
  return { adminId: found.rows[0]?.id ?? 0, areas };
}

async function makeTemplate(api: ReturnType<typeof createApi>): Promise<number> {
  const content = Array.from({ length: 6 }, () => ({
    type: 'paragraph',
    content: [{ type: 'text', text: 'Arizangiz koʻrib chiqildi va unga quyidagi javob berildi. '.repeat(4) }],
  }));
  const body = { type: 'doc', content };
  const { body: template } = await api.post<Template>('letter-templates', {
    uz: { name: 'Ommaviy', subject: 'Javob' },
    ru: { name: 'Массовое', subject: 'Ответ' },
    kind: 'letter',
    enabled: true,
    body_uz: body,
    body_ru: body,
  });
  return template.id;
}

async function startJob(
  api: ReturnType<typeof createApi>,
  { adminId, templateId, area }: { adminId: number; templateId: number; area: number | undefined },
): Promise<BatchDetail> {
  const { status, body: job } = await api.post<BatchDetail>('letter-batches', {
    template_id: templateId,
    status: 'accepted',
    neighborhood: area,
    from: '2020-01-01',
    to: '2099-01-01',
    language: 'uz',
    signatory_id: adminId,
  });
  if (status !== 201) throw new Error(JSON.stringify(job));
  return job;
}

/** Looks again and again whether the row of the register is free, as another node would need it. */
function watchRegister({ pool }: BenchServer) {
  const end = new AbortController();
  let moments = 0;
  let locked = 0;
  let free = performance.now();
  let longest = 0;
  const done = (async () => {
    while (!end.signal.aborted) {
      const { rows } = await pool.query<{ all: number; free: number }>(
        `select (select count(*)::int from letter_registers) as all,
          (select count(*)::int from (select from letter_registers for update skip locked) as found) as free`,
      );
      moments++;
      if (rows[0]?.all === rows[0]?.free) free = performance.now();
      else {
        locked++;
        longest = Math.max(longest, performance.now() - free);
      }
      await sleep(5);
    }
  })();
  return {
    async stop() {
      end.abort();
      await done;
      return { share: locked / moments, longest };
    },
  };
}

function watchMemory(server: BenchServer) {
  let highest = 0;
  let last = 0;
  const end = new AbortController();
  const done = (async () => {
    while (!end.signal.aborted) {
      last = await server.memory();
      highest = Math.max(highest, last);
      await sleep(200);
    }
  })();
  return {
    /** The highest since it was last asked. */
    takeHighest(): number {
      const found = highest;
      highest = last;
      return found;
    },
    async stop() {
      end.abort();
      await done;
    },
  };
}

const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);

function print(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(20)} ${value}\n`);
}

const at = process.argv.indexOf('--rows');
await main(at > 0 ? Number(process.argv[at + 1]) : 1000);
