/**
 * A bulk job of letters: `npm run bench -- letters [--rows N]`, 1,000 by default.
 *
 * The real server writes one letter to each of N applications; meanwhile a separate connection polls whether
 * the register's row is unlocked. Then all letters are read as one PDF and as a zip.
 *
 * How to read it: `locked` is the share of polls that found the register locked, for which letters on other
 * nodes would wait, and the longest such time. Memory is that of the server's process, in MiB: before, the
 * maximum in each quarter of the letters, and while they were read. If it grows by more than 12 MiB between
 * the second and the last quarter, the command fails. `join-files.test.ts` shows that reading does not hold
 * the letters in memory.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchDetail, Template } from '#plugins/letters/contract.ts';
import { createApi } from '#kernel/testing/api.ts';
import { startBenchServer, type BenchServer } from '../support/bench-server.ts';
import { openFolder } from '../support/data-folder.ts';
import { readOptions } from '../support/options.ts';

/** How much more the last quarter may need than the second, in bytes: less than half the size of 1,000 letters. */
const allowedGrowth = 12 * 2 ** 20;

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
  const adminId = await fill(server, rows);
  const token = await server.signIn({ id: adminId });
  const api = createApi(server.url, { token });
  const before = await server.memory();
  const job = await startJob(api, adminId);
  const memory = watchMemory(server);
  const register = watchRegister(server);
  const began = performance.now();
  let now = job;
  const quarters: number[] = [];
  while (now.state === 'running') {
    await sleep(100);
    now = (await api.get<BatchDetail>(`letter-batches/${job.id}`)).body;
    if (now.done >= ((quarters.length + 1) * rows) / 4) quarters.push(memory.takeHighest());
  }
  const seconds = (performance.now() - began) / 1000;
  const locked = await register.stop();
  print('letters', `${now.done} of ${rows}, ${now.failed} failed`);
  print('letters a second', (rows / seconds).toFixed(1));
  print('register locked', `${(locked.share * 100).toFixed(0)} %, at most ${locked.longest.toFixed(0)} ms`);
  for (const format of ['pdf', 'zip']) {
    const start = performance.now();
    const response = await fetch(`${server.url}/api/uz/letter-batches/${job.id}/file?format=${format}`, {
      headers: { authorization: token },
    });
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
    const took = ((performance.now() - start) / 1000).toFixed(1);
    const highest = mebibytes(memory.takeHighest());
    print(format, `${(bytes / 2 ** 20).toFixed(1)} MiB in ${took} s, with ${highest} MiB of memory`);
  }
  await memory.stop();
  print('memory', `${mebibytes(before)} before, writing ${quarters.map(mebibytes).join(', ')}`);
  const [, second = 0, , last = 0] = quarters;
  if (quarters.length < 4 || last > second + allowedGrowth)
    throw new Error('memory grows with the letters: the last quarter needs more than the second');
}

async function fill({ pool }: BenchServer, rows: number): Promise<number> {
  await pool.query(`insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`);
  await pool.query(
    `insert into applications (day, search_key, neighborhood_id, employment_status, planned_assistance, first_name, last_name, status, status_at)
    select current_date, '', (select max(id) from neighborhoods), 'unemployed', 'Tomni taʼmirlash', 'Gʻuncha', 'Oʻrinboyeva ' || i, 'accepted', now()
    from generate_series(1, $1::int) as i`,
    [rows],
  );
  const found = await pool.query<{ id: number }>(
    `with role as (
      insert into admin_roles (role, permissions, name_uz, name_ru)
      values ('super_admin', '{application_receiver}', 'Bosh', 'Главный') returning id
    )
    insert into admins (login, password_hash, first_name, last_name, role_id)
    select 'bench', '-', 'Olim', 'Operator', id from role returning id::int`,
  );
  return found.rows[0]?.id ?? 0;
}

async function startJob(api: ReturnType<typeof createApi>, adminId: number): Promise<BatchDetail> {
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
  const { status, body: job } = await api.post<BatchDetail>('letter-batches', {
    template_id: template.id,
    status: 'accepted',
    from: '2020-01-01',
    to: '2099-01-01',
    language: 'uz',
    signatory_id: adminId,
  });
  if (status !== 201) throw new Error(JSON.stringify(job));
  return job;
}

/** Polls whether the register's row is unlocked, as another node would need it. */
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
    /** The maximum bytes since the last call. */
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
