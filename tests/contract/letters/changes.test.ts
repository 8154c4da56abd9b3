import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ErrorBody } from '#kernel/plugin-api/contract.ts';
import type { ApplicationDetail } from '#plugins/applications/contract.ts';
import type {
  Batch,
  BatchDetail,
  Check,
  Letter,
  LetterDetail,
  LetterDraft,
  LetterInput,
  Reply,
  Template,
} from '#plugins/letters/contract.ts';
import { documentOf, field, type Office, openOffice, paragraphOf } from './office.ts';
import { textOf } from './read-pdf.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office?.close());

/** Changes the subject and the texts of a template, like a super admin. */
async function changeTemplate({ id, uz, ru, kind, enabled }: Template, text: string): Promise<void> {
  const body = documentOf(paragraphOf(text));
  const { status, body: changed } = await office.chief.put(`letter-templates/${id}`, {
    uz: { ...uz, subject: text },
    ru,
    kind,
    enabled,
    body_uz: body,
    body_ru: body,
  });
  expect(status, JSON.stringify(changed)).toBe(200);
}

const draftOf = async (id: number, template: Template) =>
  (
    await office.operator.post<LetterDraft>('letters/drafts', {
      application_id: id,
      template_id: template.id,
      language: 'uz',
    })
  ).body;

const versionOf = async ({ id }: Letter) =>
  (await office.operator.get<LetterDetail>(`letters/${id}`)).body.template_version;

test('a letter names the template version that filled it, even if it was changed or deleted later', async () => {
  const template = await office.addTemplate();
  const id = await office.addApplication();
  const draft = await draftOf(id, template);
  expect(draft.template_version).toBe(1);
  await changeTemplate(template, 'Yangi matn');
  const byDraft = { template_id: template.id, template_version: draft.template_version };
  const letter = await office.issue(id, byDraft);
  expect(await versionOf(letter)).toBe(1);
  expect(await versionOf(await office.issue(id, { template_id: template.id }))).toBe(2);
  const unknown = await office.operator.post<ErrorBody>(
    'letters',
    office.letterFor(id, { template_id: template.id, template_version: 3 }),
  );
  expect([unknown.status, unknown.body.code]).toEqual([409, 'template_gone']);

  expect((await office.chief.del(`letter-templates/${template.id}`)).status).toBeLessThan(300);
  const correction = await office.issue(id, { ...byDraft, replaces_id: letter.id });
  expect(await versionOf(correction)).toBe(1);
  const none = await office.operator.post<ErrorBody>(
    'letters',
    office.letterFor(id, { template_id: template.id }),
  );
  expect([none.status, none.body.code]).toEqual([409, 'template_gone']);
});

test('a letter cannot use a quick reply as template, or correct a letter that its writer may not see', async () => {
  const body = documentOf(paragraphOf('Salom'));
  const reply = await office.addTemplate({ kind: 'reply', body_uz: body, body_ru: body });
  const id = await office.addApplication();
  const ofReply = await office.operator.post<ErrorBody>(
    'letters',
    office.letterFor(id, { template_id: reply.id }),
  );
  expect([ofReply.status, ofReply.body.code]).toEqual([409, 'template_gone']);

  const seen = await office.issue(id);
  const away = await office.stranger.upload<{ id: number }>('applications', {
    neighborhood_id: 3,
    employment_status: 'unemployed',
    planned_assistance: 'Tom',
  });
  const correct = async (replaces_id: number) => {
    const response = await office.stranger.post<ErrorBody>(
      'letters',
      office.letterFor(away.body.id, { replaces_id }),
    );
    return [response.status, response.body.code];
  };
  // Same response as for a missing one.
  expect(await correct(seen.id)).toEqual(await correct(999_999));
  expect(await correct(seen.id)).toEqual([404, 'not_found']);
});

test('a letter with characters that the font lacks is not issued: they are named, and no number is used', async () => {
  const id = await office.addApplication();
  const before = await office.issue(id);
  const body = documentOf(paragraphOf('Salom 😀, yana 😀 va 中')) as LetterInput['body'];
  for (const [language, expected] of [
    ['uz', 'belgilar bor: 😀 中.'],
    ['ru', 'напечатать: 😀 中.'],
  ] as const) {
    const rejected = await office.operator.post<ErrorBody>('letters', office.letterFor(id, { body }), {
      headers: { 'accept-language': language },
    });
    expect([rejected.status, rejected.body.code]).toEqual([409, 'signs_missing']);
    expect(rejected.body.err).toContain(expected);
  }
  const after = await office.issue(id);
  const numberIn = ({ number }: { number: string }) => Number(number.split('/')[0]);
  expect(numberIn(after)).toBe(numberIn(before) + 1);
});

/** Locks the register like another node would, until it is released. */
async function holdRegister(): Promise<{ release(): Promise<void> }> {
  await office.issue(await office.addApplication());
  let release: () => void = () => {};
  const until = new Promise<void>((done) => (release = done));
  let isHeld: () => void = () => {};
  const held = new Promise<void>((done) => (isHeld = done));
  const ended = office.server.database.transaction().execute(async (transaction) => {
    await sql`select from letter_registers for update`.execute(transaction);
    isHeld();
    await until;
  });
  await held;
  return {
    async release() {
      release();
      await ended;
    },
  };
}

/** The number of statements that wait for a lock. */
async function waitingStatements(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(office.server.database);
  return rows[0]?.waiting ?? 0;
}

const lettersOf = async ({ id }: Batch) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from letters where batch_id = ${id} order by id`.execute(office.server.database);
  return rows.map(({ subject }) => subject);
};

const startBatch = ({ id }: Template) =>
  office.startBatch({
    template_id: id,
    status: 'accepted',
    neighborhood: 2,
    from: '2020-01-01',
    to: '2099-01-01',
  });

test('every letter of a bulk job uses the template of its start', async () => {
  await office.acceptedApplications(2);
  const template = await office.addTemplate();
  const register = await holdRegister();
  const job = await startBatch(template);
  await vi.waitFor(async () => expect(await waitingStatements()).toBe(1), 20_000);
  await changeTemplate(template, 'Keyin yozilgan');
  await register.release();
  await office.batchDone(job.id);
  expect(await lettersOf(job)).toEqual([template.uz.subject, template.uz.subject]);
});

test('a stopped bulk job issues no further letter', async () => {
  const template = await office.addTemplate();
  const register = await holdRegister();
  const job = await startBatch(template);
  await vi.waitFor(async () => expect(await waitingStatements()).toBe(1), 20_000);
  let hasResponded = false;
  const stopping = office.operator.post<Batch>(`letter-batches/${job.id}/stop`).finally(() => {
    hasResponded = true;
  });
  await vi.waitFor(async () => expect(hasResponded || (await waitingStatements()) === 2).toBe(true), 20_000);
  await register.release();
  const { body: stopped } = await stopping;
  expect(stopped.state).toBe('stopped');
  await office.issue(await office.addApplication());
  expect(await lettersOf(job)).toHaveLength(stopped.done);
});

test('a letter that fails for an unknown reason blocks neither later letters nor other jobs', async () => {
  const [bad = 0] = await office.acceptedApplications(2);
  const template = await office.addTemplate();
  await sql`alter table letters add constraint bad check (application_id <> ${sql.lit(bad)}) not valid`.execute(
    office.server.database,
  );
  const job = await startBatch(template);
  const done = await office.batchDone(job.id);
  await sql`alter table letters drop constraint bad`.execute(office.server.database);
  expect(done).toMatchObject({ state: 'done', done: job.total - 1, failed: 1 });
  expect(done.problems).toEqual([{ application_id: bad, problem: 'internal' }]);
  await office.expectNoGaps();
});

test('of concurrent corrections and voidings of a letter on two nodes, one succeeds', async () => {
  const other = await office.second.signIn('op');
  for (let round = 0; round < 3; round++) {
    const id = await office.addApplication();
    const letter = await office.issue(id);
    const correction = office.letterFor(id, { replaces_id: letter.id });
    const responses = await Promise.all([
      office.operator.post<ErrorBody>('letters', correction),
      other.post<ErrorBody>('letters', correction),
      office.operator.post<ErrorBody>(`letters/${letter.id}/void`, { reason: 'Manzil xato' }),
      other.post<ErrorBody>(`letters/${letter.id}/void`, { reason: 'Manzil xato' }),
    ]);
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(responses.filter(({ body }) => body.code === 'letter_not_valid')).toHaveLength(3);
  }
  await office.expectNoGaps();
});

test('invisible characters are neither a subject nor a reason, and a void letter is in the audit log', async () => {
  const id = await office.addApplication();
  const letter = await office.issue(id);
  const unseen = await office.operator.post<ErrorBody>(`letters/${letter.id}/void`, {
    reason: '\u200b\u200b\u200b',
  });
  expect(unseen.status).toBe(422);
  const blank = await office.operator.post<ErrorBody>(
    'letters',
    office.letterFor(id, { subject: '\u200b\u00ad' }),
  );
  expect(blank.status).toBe(422);
  expect((await office.operator.post(`letters/${letter.id}/void`, { reason: 'Manzil xato' })).status).toBe(
    200,
  );
  const { rows } = await sql<{ admin_id: number }>`
    select admin_id from audit_log where action = 'letters.letter.void' and subject_id = ${letter.id}`.execute(
    office.server.database,
  );
  expect(rows).toEqual([{ admin_id: office.operatorId }]);
});

test('a disabled template creates no new letters, except from existing drafts', async () => {
  const template = await office.addTemplate();
  const id = await office.addApplication();
  const { template_version } = await draftOf(id, template);
  await sql`update letter_templates set enabled = false where id = ${template.id}`.execute(
    office.server.database,
  );
  const letter = office.letterFor(id, { template_id: template.id });
  const rejected = await office.operator.post<ErrorBody>('letters', letter);
  expect([rejected.status, rejected.body.code]).toEqual([409, 'template_gone']);
  expect((await office.operator.post('letters', { ...letter, template_version })).status).toBe(201);
});

test.each(['xlsx', 'csv'])('rejects an invalid date before a file is begun: %s', async (format) => {
  const { status } = await office.operator.get(`letters/export?format=${format}&from=0000-01-01`);
  expect(status).toBe(422);
});

test('a chain of corrections names each link, and its end may be void', async () => {
  const id = await office.addApplication();
  const first = await office.issue(id);
  const second = await office.issue(id, { replaces_id: first.id });
  const third = await office.issue(id, { replaces_id: second.id });
  await office.operator.post(`letters/${third.id}/void`, { reason: 'Manzil xato' });
  const checked = await Promise.all(
    [first, second, third].map(async (letter) => {
      const path = `letters/check/${await office.codeOf(letter)}`;
      const { status, replaced_by } = (await office.server.api().get<Check>(path)).body;
      return [status, replaced_by];
    }),
  );
  expect(checked).toEqual([
    ['replaced', second.number],
    ['replaced', third.number],
    ['voided', null],
  ]);
  for (const letter of [first, second]) {
    const { status, body } = await office.operator.post<ErrorBody>(`letters/${letter.id}/void`, {
      reason: 'Manzil xato',
    });
    expect([status, body.code]).toEqual([409, 'letter_not_valid']);
  }
});

test.each(['uz', 'ru'] as const)(
  'a correction names the letter that it replaces on its pages and in the timeline, in %s',
  async (language) => {
    const id = await office.addApplication();
    const former = await office.issue(id, { language });
    const letter = await office.issue(id, { language, replaces_id: former.id });
    const response = await fetch(new URL(letter.file.url, office.server.url));
    const pages = (await textOf(new Uint8Array(await response.arrayBuffer()))).replaceAll(/\s+/g, ' ');
    const day = former.issued_on.split('-').toReversed().join('.');
    for (const part of [letter.number, former.number, day]) expect(pages).toContain(part);
    const usual = await fetch(new URL(former.file.url, office.server.url));
    expect(await textOf(new Uint8Array(await usual.arrayBuffer()))).not.toContain(letter.number);
    const { body } = await office.operator.get<ApplicationDetail>(`applications/${id}`);
    const last = body.actions.at(-1);
    const message = last?.action_type === 'message' ? last.message.message : '';
    expect(message).toContain(`№ ${letter.number}`);
    expect(message).toContain(former.number);
  },
);

test('a hostile subject is shown literally in the timeline', async () => {
  const id = await office.addApplication();
  const subject = "{{number}} $t(letters:menu.list) $& $1 <b onclick='x'> %s Gʻaniyeva’niki";
  const { number } = await office.issue(id, { subject });
  const { body } = await office.operator.get<ApplicationDetail>(`applications/${id}`);
  expect(body.actions.at(-1)).toMatchObject({ message: { message: `№ ${number} javob xati: ${subject}` } });
});

test('a reply that an application makes too long is offered like the others', async () => {
  const lines = Array.from({ length: 1500 }, (_, index) => (index % 10).toString());
  const id = await office.addApplication({ planned_assistance: lines.join('\n') });
  const body = documentOf({ type: 'paragraph', content: [field('request')] });
  const { uz } = await office.addTemplate({ kind: 'reply', body_uz: body, body_ru: body });
  const { status, body: replies } = await office.operator.get<Reply[]>(
    `letters/replies?application_id=${id}`,
  );
  expect(status, JSON.stringify(replies)).toBe(200);
  expect(replies.find(({ name }) => name === uz.name)?.text).toBe(lines.join('\n'));
});

test('a name with characters without a glyph is written as one word', async () => {
  const id = await office.addApplication({ first_name: 'Gʻun\u00ADcha', last_name: 'Oʻrin\u200Bboyeva' });
  const draft = await draftOf(id, await office.addTemplate());
  expect(JSON.stringify(draft.body)).toContain('Oʻrinboyeva Gʻuncha');
});

test('a bulk job skips the applications that have left the area of its author, and reports them', async () => {
  const [moved = 0] = await office.acceptedApplications(1);
  const template = await office.addTemplate();
  const register = await holdRegister();
  const job = await startBatch(template);
  await vi.waitFor(async () => expect(await waitingStatements()).toBe(1), 20_000);
  await sql`update applications set neighborhood_id = 3 where id = ${moved}`.execute(office.server.database);
  await register.release();
  const done: BatchDetail = await office.batchDone(job.id);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from letters where batch_id = ${job.id} and application_id = ${moved}`.execute(
    office.server.database,
  );
  expect(done.problems).toEqual([{ application_id: moved, problem: 'not_found' }]);
  expect(rows).toEqual([{ count: 0 }]);
});
