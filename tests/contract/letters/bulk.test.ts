import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PDFDocument } from '@cantoo/pdf-lib';
import { iter } from 'but-unzip';
import type { ErrorBody, Page } from '#kernel/plugin-api/contract.ts';
import { listenAs } from '#kernel/plugin-api/testing.ts';
import type { Batch, BatchDetail, Letter } from '#plugins/letters/contract.ts';
import { mergePdf } from '#plugins/letters/server/bulk/merge-pdf.ts';
import { batchStore } from '#plugins/letters/server/bulk/store.ts';
import { createPdfRenderer } from '#plugins/letters/server/pdf/render.ts';
import { type Office, openOffice, permissions } from './office.ts';
import { textOf } from './read-pdf.ts';
import { sheetOf } from './sheets.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

test('letters are joined while they are read, one open file at a time', async () => {
  const bytes = await createPdfRenderer()(sheetOf('uz'));
  const order: string[] = [];
  const note = (what: string) => void (order.at(-1) === what || order.push(what));
  async function* files(): AsyncGenerator<Uint8Array> {
    for (const name of ['first', 'second', 'third']) {
      note(name);
      await Promise.resolve();
      yield bytes;
    }
  }
  const chunks: Buffer[] = [];
  for await (const chunk of mergePdf(files())) {
    note('written');
    chunks.push(chunk);
  }
  expect(order).toEqual(['written', 'first', 'written', 'second', 'written', 'third', 'written']);
  const whole = Buffer.concat(chunks);
  expect((await PDFDocument.load(whole)).getPageCount()).toBe(3);
  expect((await textOf(whole)).match(/Oʻrinboyeva Gʻuncha Taʼmirovna/g)).toHaveLength(3);
});

describe('a bulk job', () => {
  test('writes each letter once, on either node, and provides them as one PDF and as a zip', async () => {
    const ids = await office.acceptedApplications(4);
    const criteria = await office.criteria();
    const query = new URLSearchParams(Object.entries(criteria).map(([key, value]) => [key, String(value)]));
    const { body: before } = await office.operator.get(`letter-batches/preview?${query}`);
    expect(before).toEqual({ count: 4, capped: false });
    const body = { ...criteria, language: 'uz', signatory_id: office.operatorId };
    const started = await office.operator.post<Batch>('letter-batches', body);
    expect(started.body).toMatchObject({ state: 'running', total: 4, done: 0 });
    expect(await office.batchDone(started.body.id)).toMatchObject({
      state: 'done',
      total: 4,
      done: 4,
      failed: 0,
    });
    expect(await casesOf(started.body)).toEqual(ids.toSorted((one, other) => one - other));
    await office.expectNoGaps();

    const whole = await PDFDocument.load(await fileOf(started.body, 'pdf'));
    expect(whole.getPageCount()).toBe(4);
    const zipped = await Promise.all(
      [...iter(await fileOf(started.body, 'zip'))].map(async ({ filename, read }) => ({
        filename,
        bytes: await read(),
      })),
    );
    expect(new Set(zipped.map(({ filename }) => filename)).size).toBe(4);
    for (const { filename, bytes } of zipped) {
      expect(filename).toMatch(/^\d+-20\d\d\.pdf$/);
      expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
    }

    const again = await office.operator.post<ErrorBody>('letter-batches', body);
    expect([again.status, again.body.code]).toEqual([409, 'batch_empty']);
    expect((await office.stranger.get(`letter-batches/${started.body.id}`)).status).toBe(404);
  });

  test('is in the audit log as the work of its author', async () => {
    await office.acceptedApplications(1);
    const { rows: before } = await sql<{ last: number }>`select max(id) as last from audit_log`.execute(
      office.server.database,
    );
    const { id } = await office.startBatch(await office.criteria());
    expect(await office.batchDone(id)).toMatchObject({ state: 'done', failed: 0 });
    const { rows } = await sql<{ action: string; admin_id: number | null }>`
      select distinct action, admin_id from audit_log where id > ${before[0]?.last ?? 0}
        and action in ('letters.letter.issue', 'applications.message.send', 'letters.batch.done') order by action`.execute(
      office.server.database,
    );
    expect(rows).toEqual([
      { action: 'applications.message.send', admin_id: office.operatorId },
      { action: 'letters.batch.done', admin_id: office.operatorId },
      { action: 'letters.letter.issue', admin_id: office.operatorId },
    ]);
  });

  test('two concurrent jobs write one letter per application', async () => {
    const ids = await office.acceptedApplications(3);
    const body = { ...(await office.criteria()), language: 'uz', signatory_id: office.operatorId };
    const started = await Promise.all([1, 2].map(() => office.operator.post<Batch>('letter-batches', body)));
    const made = started.filter(({ status }) => status === 201);
    const done = await Promise.all(made.map(({ body: batch }) => office.batchDone(batch.id)));
    const written = (await Promise.all(made.map(({ body: batch }) => casesOf(batch)))).flat();
    expect(written).toEqual(expect.arrayContaining(ids));
    expect(new Set(written).size).toBe(written.length);
    expect(done.reduce((sum, batch) => sum + batch.done, 0)).toBe(written.length);
  });

  test('stops if its author loses the right to write letters', async () => {
    await office.acceptedApplications(1);
    const body = { ...(await office.criteria()), language: 'ru', signatory_id: office.operatorId };
    const leaving = await office.server.createAdmin({ login: 'leaving', permissions, neighborhoodIds: [2] });
    const api = await office.server.signIn('leaving');
    await sql`alter table letters add constraint held check (author_id <> ${sql.lit(leaving.id)})`.execute(
      office.server.database,
    );
    const started = await api.post<Batch>('letter-batches', body);
    await sql`update admins set blocked = true where login = 'leaving'`.execute(office.server.database);
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ state: string }>`
          select state from letter_batches where id = ${started.body.id}`.execute(office.server.database);
        expect(rows).toEqual([{ state: 'stopped' }]);
      },
      { timeout: 20_000, interval: 200 },
    );
    await sql`alter table letters drop constraint held`.execute(office.server.database);
    await office.expectNoGaps();
  });

  test('reports progress from the first letter on', async () => {
    await office.acceptedApplications(2);
    const { stop, received } = await listenAs<Progress>(
      office.server,
      office.operator,
      'letter_batch_progress',
    );
    const job = await office.startBatch(await office.criteria());
    await office.batchDone(job.id);
    const last = { id: job.id, total: job.total, done: job.total, failed: 0 };
    const ofJob = () => received.filter(({ id }) => id === job.id);
    await vi.waitFor(() => expect(ofJob().at(-1)).toEqual(last), 20_000);
    expect(ofJob()[0]).toEqual({ ...last, done: 1 });
    stop();
  });

  test('writes to applications that reached the status on the requested days, in the area of its author', async () => {
    const [early = 0, first = 0, last = 0, late = 0, other = 0, elsewhere = 0, voided = 0] =
      await office.acceptedApplications(7);
    // Midnights at the office, five hours before those of the database's clock.
    for (const [id, moment] of [
      [early, '2021-03-04T18:59:59Z'],
      [first, '2021-03-04T19:00:00Z'],
      [last, '2021-03-06T18:59:59Z'],
      [late, '2021-03-06T19:00:00Z'],
      [other, '2021-03-05T12:00:00Z'],
      [elsewhere, '2021-03-05T12:00:00Z'],
      [voided, '2021-03-05T12:00:00Z'],
    ] as const) {
      await sql`update applications set status_at = ${moment}::timestamptz where id = ${id}`.execute(
        office.server.database,
      );
    }
    await sql`update applications set status = 'rejected' where id = ${other}`.execute(
      office.server.database,
    );
    await sql`update applications set neighborhood_id = 3 where id = ${elsewhere}`.execute(
      office.server.database,
    );
    await sql`update applications set neighborhood_id = 1 where id = ${last}`.execute(office.server.database);
    const { neighborhood: _all, ...criteria } = await office.criteria();
    const days = { ...criteria, from: '2021-03-05', to: '2021-03-06' };
    const countOf = async (more: object) => {
      const query = Object.entries({ ...days, ...more }).map(([key, value]) => [key, String(value)]);
      return (await office.operator.get(`letter-batches/preview?${new URLSearchParams(query)}`)).body;
    };
    expect(await countOf({})).toEqual({ count: 3, capped: false });
    expect(await countOf({ neighborhood: 1 })).toEqual({ count: 1, capped: false });
    // A void letter does not count.
    const wrong = await office.issue(voided, { template_id: Number(criteria.template_id) });
    await office.operator.post(`letters/${wrong.id}/void`, { reason: 'Manzil xato' });
    const job = await office.startBatch(days);
    expect(await office.batchDone(job.id)).toMatchObject({ total: 3, done: 3, failed: 0 });
    expect(await casesOf(job)).toEqual([first, last, voided]);
  });

  test('omits void letters and those whose applications have left the area', async () => {
    const [valid = 0, voided = 0, moved = 0] = await office.acceptedApplications(3);
    const job = await office.startBatch(await office.criteria());
    await office.batchDone(job.id);
    const letterOf = async (id: number) => {
      const { body } = await office.operator.get<Page<Letter>>(`letters?application=${id}`);
      return body.items[0] ?? expect.fail(`the application ${id} has no letter`);
    };
    const former = await letterOf(voided);
    await office.operator.post(`letters/${former.id}/void`, { reason: 'Manzil xato' });
    const gone = await letterOf(moved);
    await sql`update applications set neighborhood_id = 3 where id = ${moved}`.execute(
      office.server.database,
    );
    const names = [...iter(await fileOf(job, 'zip'))].map(({ filename }) => filename);
    expect(names).toContain((await letterOf(valid)).file.name);
    expect(names).not.toContain(former.file.name);
    expect(names).not.toContain(gone.file.name);
    const whole = await textOf(await fileOf(job, 'pdf'));
    const numbers = [...whole.matchAll(/^№ (\S+)\s*$/gm)].map(([, number]) => number);
    expect(numbers).toHaveLength(names.length);
    expect(numbers).not.toContain(former.number);
    expect(numbers).not.toContain(gone.number);
  });

  test('is written by one of two nodes that both claim it', async () => {
    const { database } = office.server;
    const [id = 0] = await office.acceptedApplications(1);
    const criteria = await office.criteria();
    // Keeps the nodes from running the job during the test.
    await database.transaction().execute(async (holder) => {
      await sql`select pg_advisory_xact_lock(4607003, hashtext('letters.batches'))`.execute(holder);
      const job = await office.startBatch(criteria);
      const write = () =>
        database.transaction().execute(async (transaction) => {
          const isOwn = await batchStore.lockItem(transaction, job.id, id);
          await sql`select pg_sleep(0.3)`.execute(transaction);
          if (isOwn) await batchStore.finishItem(transaction, job.id, id, { problem: 'not_found' });
          return isOwn;
        });
      const taken = await Promise.all([write(), write()]);
      expect(taken.filter(Boolean)).toHaveLength(1);
      await office.operator.post(`letter-batches/${job.id}/stop`);
    });
  });

  test('waits while the database rejects statements, and omits no letter', async () => {
    const [id = 0] = await office.acceptedApplications(1);
    const criteria = await office.criteria();
    // A sequence also counts rolled-back transactions.
    await sql`create sequence rejections`.execute(office.server.database);
    await sql`
      create function reject_letter() returns trigger language plpgsql security definer as $$
      begin
        perform nextval('rejections');
        raise exception 'the register is held' using errcode = 'lock_not_available';
      end $$`.execute(office.server.database);
    await sql`
      create trigger rejected before insert on letters for each row
      when (new.application_id = ${sql.lit(id)}) execute function reject_letter()`.execute(
      office.server.database,
    );
    const job = await office.startBatch(criteria);
    const rejections = async () => {
      const { rows } = await sql<{
        rejections: number;
      }>`select last_value::int as rejections from rejections`.execute(office.server.database);
      return rows[0]?.rejections ?? 0;
    };
    await vi.waitFor(
      async () => {
        const { body } = await office.operator.get<BatchDetail>(`letter-batches/${job.id}`);
        expect(body.problems).toEqual([]);
        expect(await rejections()).toBeGreaterThan(4);
      },
      { timeout: 60_000, interval: 200 },
    );
    await sql`drop trigger rejected on letters`.execute(office.server.database);
    expect(await office.batchDone(job.id)).toMatchObject({ state: 'done', done: job.total, failed: 0 });
    await office.expectNoGaps();
  });
});

interface Progress {
  readonly id: number;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

async function fileOf({ id }: Batch, format: string): Promise<Uint8Array> {
  const response = await fetch(`${office.server.url}/api/uz/letter-batches/${id}/file?format=${format}`, {
    headers: { authorization: office.operator.token ?? '' },
  });
  return new Uint8Array(await response.arrayBuffer());
}

/** The applications that a bulk job has written letters to. */
async function casesOf({ id }: Batch): Promise<number[]> {
  const { rows } = await sql<{ application_id: number }>`
    select application_id from letters where batch_id = ${id} order by application_id`.execute(
    office.server.database,
  );
  return rows.map(({ application_id }) => application_id);
}
