import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { iter } from 'but-unzip';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { random } from '#kernel/devtools/demo/people.ts';
import { openSession } from '#kernel/identity/server/session/session-store.ts';
import { openDatabase, type OpenDatabase } from '#kernel/server/database/pool/pool.ts';
import { createAdmin } from '#kernel/testing/admins.ts';
import { type ApiClient, createApi } from '#kernel/testing/api.ts';
import { withLocalhost } from '#kernel/testing/command.ts';
import { createTestDatabase, type TestDatabase } from '#kernel/testing/database.ts';
import type { Application } from '#plugins/applications/contract.ts';
import type { Batch, BatchDetail, Letter, LetterInput, Template } from '#plugins/letters/contract.ts';
import { textOf } from '../contract/letters/read-pdf.ts';
import { startNode, type NodeProcess } from '../support/node-process.ts';
import { byLength } from '../support/test-length.ts';

const kills = byLength(3, 100);
/** The last numbers in the registers of the years before and after this one. */
const otherYears = { before: 412, after: 7 } as const;
const bulk = byLength(6, 1000);
const bulkKills = byLength(1, 12);
const writers = byLength(3, 8);

let owned: TestDatabase;
let opened: OpenDatabase;
let data: string;
let nodes: NodeProcess[] = [];
let token: string;
let adminId: number;
const next = random(20_261_125);

beforeAll(async () => {
  owned = await createTestDatabase();
  opened = openDatabase({ connectionString: owned.url });
  data = await mkdtemp(join(tmpdir(), 'komak-letters-'));
  await sql`
    insert into neighborhoods (name_uz, name_ru, coords, color)
    values ('Bogʻ', 'Сад', '[[41,60],[41,61],[42,61]]', '#0b7480')`.execute(opened.database);
  ({ id: adminId } = await createAdmin(opened.database, {
    role: 'super_admin',
    permissions: ['application_receiver'],
  }));
  const session = await openSession(opened.database, adminId, { address: '127.0.0.1', userAgent: 'test' });
  token = session?.token ?? '';
  await sql`
    insert into letter_registers (year, last_number, last_day)
    select year + shift, last, make_date(year + shift, 6, 1)
    from (select extract(year from clock_timestamp() at time zone 'Asia/Tashkent')::int as year) as now,
      (values (-1, ${sql.lit(otherYears.before)}), (1, ${sql.lit(otherYears.after)})) as other (shift, last)`.execute(
    opened.database,
  );
  nodes = await Promise.all([1, 2].map(startOfficeNode));
}, 240_000);

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await opened?.close();
  await owned?.drop();
  await rm(data, { recursive: true, force: true });
}, 60_000);

/** A node of the office, which shares its file folder with the others. */
function startOfficeNode(): Promise<NodeProcess> {
  return startNode({ DATABASE_URL: withLocalhost(owned.url), KOMAK_DATA: data, LOG_LEVEL: 'error' });
}

/** Kills a node at any time, or both at once, and starts others in their place. */
async function killSome(): Promise<void> {
  await sleep(next() * 2000);
  const chance = next();
  const chosen = chance < 0.2 ? [0, 1] : [chance < 0.6 ? 0 : 1];
  await Promise.all(chosen.map(replace));
}

/** Kills a node at any point of its work, and starts another in its place. */
async function replace(index: number): Promise<void> {
  await nodes[index]?.kill();
  nodes[index] = await startOfficeNode();
}

const apiOf = (index: number): ApiClient => createApi(nodes[index]?.url ?? '', { token });

/** Repeats a call on the current node until it gets a response other than 429 and 503. */
async function responseFrom<Body>(
  index: number,
  call: (api: ApiClient) => Promise<{ status: number; body: Body }>,
): Promise<{ status: number; body: Body }> {
  for (;;) {
    const response = await call(apiOf(index)).catch(() => null);
    if (response !== null && ![429, 503].includes(response.status)) return response;
    await sleep(50);
  }
}

async function addApplication(): Promise<number> {
  const idempotencyKey = crypto.randomUUID();
  const form = {
    neighborhood_id: 1,
    employment_status: 'unemployed',
    planned_assistance: 'Tomni taʼmirlash',
  };
  const { status, body } = await responseFrom(0, (api) =>
    api.upload<Application>('applications', form, [], { idempotencyKey }),
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const documentOf = (text: string): LetterInput['body'] => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** Issues letters on a node one after another, including some that fail after taking a number. */
function startWriter(index: number, applicationId: number) {
  const confirmed = new Map<number, string>();
  let rejected = 0;
  const end = new AbortController();
  const letterFor = (subject: string): LetterInput => ({
    application_id: applicationId,
    language: 'uz',
    subject,
    body: documentOf('Arizangiz koʻrib chiqildi.'),
    signatory_id: adminId,
  });
  const post = (subject: string) => {
    const idempotencyKey = crypto.randomUUID();
    return responseFrom(index, (api) => api.post<Letter>('letters', letterFor(subject), { idempotencyKey }));
  };
  const done = (async () => {
    while (!end.signal.aborted) {
      const { status, body } = await post('Javob');
      expect(status, JSON.stringify(body)).toBe(201);
      confirmed.set(body.id, body.number);
      expect((await post('Qaytarilsin')).status).toBe(500);
      rejected++;
    }
  })();
  return {
    confirmed,
    get rejected() {
      return rejected;
    },
    async stop() {
      end.abort();
      await done;
    },
  };
}

interface StoredLetter {
  readonly id: number;
  readonly number: number;
  readonly register_number: string;
  readonly stored_name: string;
  readonly size: number;
  /** One each in the timeline, the application's documents, and the audit log. */
  readonly messages: number;
  readonly documents: number;
  readonly entries: number;
}

/**
 * Every letter, with its file, and its number of occurrences in the timeline, the documents and the audit
 * log.
 */
async function storedLetters(): Promise<readonly StoredLetter[]> {
  const { rows } = await sql<StoredLetter>`
    select letter.id::int, letter.number, letter.register_number, file.stored_name, file.size::int,
      (select count(*)::int from application_actions as action
        where action.application_id = letter.application_id and action.message like '№ ' || letter.register_number || ' %') as messages,
      (select count(*)::int from application_files as document where document.file_id = letter.file_id) as documents,
      (select count(*)::int from audit_log as entry where entry.action = 'letters.letter.issue' and entry.subject_id = letter.id) as entries
    from letters as letter join files as file on file.id = letter.file_id order by letter.year, letter.number`.execute(
    opened.database,
  );
  return rows;
}

/** Checks that the register is 1, 2, …, n, and that each number has its letter, its message and its PDF. */
async function expectWholeRegister(): Promise<readonly StoredLetter[]> {
  const letters = await storedLetters();
  expect(letters.map(({ number }) => number)).toEqual(letters.map((_, index) => index + 1));
  const { rows } = await sql<{ last: number }>`
    select last_number as last from letter_registers order by year`.execute(opened.database);
  expect(rows.map(({ last }) => last)).toEqual([otherYears.before, letters.length, otherYears.after]);
  const entries = await sql<{ count: number }>`
    select count(*)::int as count from audit_log where action = 'letters.letter.issue'`.execute(
    opened.database,
  );
  expect(entries.rows).toEqual([{ count: letters.length }]);
  expect(letters.filter((one) => one.messages !== 1 || one.documents !== 1 || one.entries !== 1)).toEqual([]);
  for (const { register_number, stored_name, size } of letters) {
    const bytes = await readFile(join(data, 'files/stored', stored_name.slice(0, 2), stored_name));
    expect(bytes.length).toBe(size);
    expect(await textOf(bytes)).toMatch(new RegExp(`^№ ${register_number}\\s*$`, 'm'));
  }
  return letters;
}

test(
  'the register has no gaps after nodes were killed while many letters were issued and some failed',
  async () => {
    const ids = await Promise.all(Array.from({ length: writers }, () => addApplication()));
    await sql`alter table letters add constraint rejected check (subject <> 'Qaytarilsin')`.execute(
      opened.database,
    );
    const all = ids.map((id, index) => startWriter(index % nodes.length, id));
    for (let kill = 0; kill < kills; kill++) await killSome();
    await sleep(500);
    await Promise.all(all.map((writer) => writer.stop()));
    await sql`alter table letters drop constraint rejected`.execute(opened.database);

    const letters = await expectWholeRegister();
    const confirmed = new Map(all.flatMap((writer) => [...writer.confirmed]));
    const rejected = all.reduce((sum, writer) => sum + writer.rejected, 0);
    process.stdout.write(`  ${kills} kills, ${letters.length} letters, ${rejected} rolled back\n`);
    expect(rejected).toBeGreaterThan(0);
    expect(new Map(letters.map(({ id, register_number }) => [id, register_number]))).toEqual(confirmed);
  },
  byLength(900_000, 3_600_000),
);

test(
  'a bulk job continues after its node was killed: each application has one letter, each once in the PDF and in the zip',
  async () => {
    const cases: number[] = [];
    while (cases.length < bulk) {
      cases.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(4, bulk - cases.length) }, () => addApplication()),
        )),
      );
    }
    const names = { uz: { name: 'Ommaviy', subject: 'Javob' }, ru: { name: 'Массовое', subject: 'Ответ' } };
    const body = documentOf('Arizangiz koʻrib chiqildi.');
    const { body: template } = await responseFrom(0, (api) =>
      api.post<Template>('letter-templates', {
        ...names,
        kind: 'letter',
        enabled: true,
        body_uz: body,
        body_ru: body,
      }),
    );
    await sql`update applications set status = 'accepted', status_at = now() where id = any(${cases}::bigint[])`.execute(
      opened.database,
    );
    const criteria = { template_id: template.id, status: 'accepted', from: '2020-01-01', to: '2099-01-01' };
    const { status, body: job } = await responseFrom(0, (api) =>
      api.post<Batch>('letter-batches', { ...criteria, language: 'uz', signatory_id: adminId }),
    );
    expect([status, job.total]).toEqual([201, bulk]);

    const progress = async () =>
      (await responseFrom(1, (api) => api.get<BatchDetail>(`letter-batches/${job.id}`))).body;
    for (let kill = 1; kill <= bulkKills; kill++) {
      // The job runs on either node: both are killed each time a given number of letters is written.
      const target = Math.ceil((bulk * kill) / (bulkKills + 1));
      let now = await progress();
      while (now.done < target) {
        await sleep(40);
        now = await progress();
      }
      expect(now.state, `${now.done} of ${bulk}`).toBe('running');
      await sleep(next() * 200);
      await Promise.all([replace(0), replace(1)]);
    }
    let last = await progress();
    while (last.state === 'running') {
      await sleep(200);
      last = await progress();
    }
    expect(last).toMatchObject({ state: 'done', total: bulk, done: bulk, failed: 0, problems: [] });

    const { rows } = await sql<{ application_id: number; register_number: string }>`
      select application_id::int, register_number from letters where batch_id = ${job.id} order by number`.execute(
      opened.database,
    );
    const ascending = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
    expect(ascending(rows.map(({ application_id }) => application_id))).toEqual(ascending(cases));
    await expectWholeRegister();
    const fileOf = async (format: string) => {
      const response = await fetch(`${nodes[0]?.url}/api/uz/letter-batches/${job.id}/file?format=${format}`, {
        headers: { authorization: token },
      });
      expect(response.status).toBe(200);
      return new Uint8Array(await response.arrayBuffer());
    };
    const numbers = rows.map(({ register_number }) => register_number);
    const whole = await textOf(await fileOf('pdf'));
    expect([...whole.matchAll(/^№ (\S+)\s*$/gm)].map(([, number]) => number)).toEqual(numbers);
    const zipped = [...iter(await fileOf('zip'))].map(({ filename }) => filename);
    expect(zipped).toEqual(numbers.map((number) => `${number.replaceAll('/', '-')}.pdf`));
  },
  byLength(900_000, 3_600_000),
);
