import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { CallError, type Api, type FormFacts, type IdentityResult } from './api.ts';
import { createApply, type Apply } from './apply.ts';
import {
  emptyDraft,
  parseDraft,
  problemsOf,
  serializeDraft,
  type Draft,
  type Fields,
  type DraftFile,
} from './draft.ts';
import { createSeal } from './seal.ts';
import { solveProof } from './solve-proof.ts';

const form: FormFacts = {
  name: 'Ko‘mak',
  proof: { challenge: 'told', parts: 8, bits: 4 },
  verifications: ['phone', 'one_id'],
  letters: false,
  neighborhoods: [{ id: 7, uz: { name: 'Mahalla' }, ru: { name: 'Махалля' } }],
  files: { maxFiles: 2, maxBytes: 1000 },
};
const filled: Draft = {
  ...emptyDraft,
  step: 'review',
  fields: {
    last_name: 'Oʻrinboyev',
    first_name: ' Anvar ',
    father_name: '',
    personal_number: '31210632040244',
    passport: 'AA 1234567',
    phone: '90 123-45-67',
    neighborhood_id: '7',
    employment_status: 'unemployed',
    salary: '',
    planned_assistance: 'Tom',
  },
};
const receipt = { number: 5, code: 'abcde-fghij', cancel_time: null, verified_by: null };
const later = () => new Date(Date.now() + 3_600_000).toISOString();

/** The sent requests, and the server's next failure. */
let sent: [call: string, ...rest: unknown[]][] = [];
let failures: Partial<Record<string, CallError[]>> = {};
let serial = 0;
/** The results of the windows of OneID. */
let results: IdentityResult[] = [];
const person = {
  first_name: 'GULNORA',
  last_name: 'RAHIMOVA',
  father_name: null,
  birth_year: 1993,
  personal_number: '••••••••••0247',
  passport: null,
};

async function response<Value>(call: string, value: Value, ...rest: unknown[]): Promise<Value> {
  sent.push([call, ...rest]);
  const failure = failures[call]?.shift();
  if (failure) throw failure;
  return value;
}

const api: Api = {
  readForm: () => response('form', form),
  buyTicket: () => response('ticket', { token: `ticket ${++serial}`, expires: later() }),
  sendCode: (ticket, phone) => response('code', undefined, ticket, phone),
  checkCode: (ticket, code) => response('check', undefined, ticket, code),
  sendFile: (ticket, file) =>
    response<DraftFile>('file', { id: ++serial, name: file.name, size: file.size }, ticket, file.name),
  submit: (ticket, body) => response('submit', receipt, ticket, body),
  openIdentity: (request) => response('window', 'intake/identities/window?x', request),
  takeIdentity: (ticket, secret) =>
    response('take', results.shift() ?? { state: 'waiting', problem: null, person: null }, ticket, secret),
  removeIdentity: (ticket) => response('remove', undefined, ticket),
  checkLetter: () => Promise.reject(new CallError('network')),
  readStatus: () => Promise.reject(new CallError('network')),
  addressOf: (path) => path,
};
const calls = () => sent.map(([call]) => call);

async function begin(draft: Draft = filled): Promise<Apply> {
  const options = { onChange: () => undefined, onSent: () => undefined, onExpired: () => undefined };
  const apply = createApply({ api, draft, ...options });
  await apply.load();
  return apply;
}

beforeEach(() => {
  sent = [];
  failures = {};
  results = [];
});

test('sends the form with a ticket from a proof of work, and then clears it', async () => {
  const apply = await begin();
  await apply.submit();
  expect(calls()).toEqual(['form', 'ticket', 'submit']);
  expect(sent.at(-1)?.[2]).toMatchObject({
    citizen: { first_name: 'Anvar', father_name: null, passport_series: 'AA', passport_number: '1234567' },
    neighborhood_id: 7,
    salary: null,
    files: [],
  });
  expect(apply.state.draft).toEqual({ ...emptyDraft, receipt });
});

test('keeps everything when the connection breaks, and repeats the same request', async () => {
  failures = { submit: [new CallError('network')] };
  const apply = await begin();
  await apply.submit();
  expect(apply.state.failure).toEqual({ own: 'network' });
  expect(apply.state.draft.fields).toEqual(filled.fields);
  await apply.submit();
  expect(apply.state.draft.receipt).toEqual(receipt);
  expect(new Set(sent.filter(([call]) => call === 'submit').map(([, ticket]) => ticket)).size).toBe(1);
});

test('reports a submission that was accepted before the last changes, also when responses are lost twice', async () => {
  const apply = await begin();
  const lost = new CallError('network');
  const other = new CallError('repeated_differently');
  failures = { submit: [lost, other, lost, other, other] };
  await apply.submit();
  apply.change('salary', 'Tikuvchi');
  await apply.submit();
  apply.change('salary', 'Duradgor');
  await apply.submit();
  expect(apply.state.earlier).toBe(true);
  expect(apply.state.draft.receipt).toEqual(receipt);
  expect(sent.at(-1)?.[2]).toMatchObject({ salary: null });
});

test('repeats a lost submission with its own expired ticket first, then with another', async () => {
  const apply = await begin();
  failures = { submit: [new CallError('network')] };
  await apply.submit();
  const first = apply.state.draft.ticket?.token ?? '';
  const ticket = { token: first, expires: new Date(0).toISOString() };
  const reloaded = await begin(parseDraft(serializeDraft({ ...apply.state.draft, ticket })));
  failures = { submit: [new CallError('ticket', 'eski')] };
  await reloaded.submit();
  expect(reloaded.state).toMatchObject({ earlier: false, draft: { receipt } });
  const used = sent.flatMap(([call, token]) => (call === 'submit' ? [token === first] : []));
  expect(used).toEqual([true, true, false]);
});

test('gets another ticket when the first has expired, and sends the files with it', async () => {
  const apply = await begin();
  apply.files.add([new File(['x'], 'a.pdf')]);
  await expect.poll(() => apply.state.draft.files).toHaveLength(1);
  failures = { submit: [new CallError('ticket', 'eski')] };
  await apply.submit();
  expect(calls()).toEqual(['form', 'ticket', 'file', 'submit', 'ticket', 'file', 'submit']);
  expect(apply.state.draft.receipt).toEqual(receipt);
});

test('sends the files again after they could not be sent with another ticket', async () => {
  const apply = await begin();
  apply.files.add([new File(['x'], 'a.pdf')]);
  await expect.poll(() => apply.state.draft.files).toHaveLength(1);
  const [former] = apply.state.draft.files;
  failures = { submit: [new CallError('ticket', 'eski')], file: [new CallError('network')] };
  await apply.submit();
  expect(apply.state).toMatchObject({
    failure: { own: 'network' },
    draft: { files: [former], receipt: null },
  });
  await apply.submit();
  expect(apply.state.draft.receipt).toEqual(receipt);
  const [, ticket, body] = sent.findLast(([call]) => call === 'submit') ?? [];
  const [, withTicket] = sent.findLast(([call]) => call === 'file') ?? [];
  expect(withTicket).toBe(ticket);
  expect((body as { files: number[] }).files).not.toContain(former?.id);
});

test('asks for the files of an earlier visit, which it cannot send again', async () => {
  const ticket = { token: 'old', expires: later() };
  const apply = await begin({ ...filled, ticket, files: [{ id: 1, name: 'a.pdf', size: 1 }] });
  failures = { submit: [new CallError('ticket')] };
  await apply.submit();
  expect(apply.state).toMatchObject({
    failure: { own: 'filesExpired' },
    draft: { step: 'request', files: [] },
  });
});

test('shows a rejection with the message of the server, at the step that it concerns', async () => {
  const apply = await begin();
  failures = { submit: [new CallError('invalid', 'Xato', { 'citizen.phone': 'Raqam notoʻgʻri' })] };
  await apply.submit();
  expect(apply.state).toMatchObject({
    draft: { step: 'person' },
    problems: { phone: { text: 'Raqam notoʻgʻri' } },
    failure: { text: 'Xato' },
  });
});

test('omits files that are too many or too large, and resends an aborted one', async () => {
  const apply = await begin();
  failures = { file: [new CallError('network')] };
  const files = ['a', 'b', 'c'].map((name) => new File(['x'], name));
  apply.files.add([new File([new Uint8Array(2000)], 'katta'), ...files]);
  expect(apply.state.dropped).toEqual([
    { name: 'katta', reason: 'bytes' },
    { name: 'c', reason: 'count' },
  ]);
  await expect.poll(() => apply.state.uploads.map(({ failed }) => failed)).toEqual(['']);
  apply.files.retry(apply.state.uploads[0]?.key ?? 0);
  await expect.poll(() => apply.state.draft.files.map(({ name }) => name).toSorted()).toEqual(['a', 'b']);
});

test('verifies the phone by a code, until the number is changed', async () => {
  const apply = await begin();
  await apply.sendCode();
  expect(apply.state.codeSent).toBe(true);
  await apply.checkCode('123456');
  expect(apply.state.draft.verifiedPhone).toBe(filled.fields.phone);
  apply.change('phone', '901112233');
  expect(apply.state.codeSent).toBe(false);
});

test('a code for a number that was changed in the meantime is not announced for the new one', async () => {
  const apply = await begin();
  const sending = apply.sendCode();
  apply.change('phone', '901112233');
  await sending;
  expect(sent.at(-1)).toEqual(['code', expect.any(String), filled.fields.phone]);
  expect(apply.state.codeSent).toBe(false);
});

test('files of a deleted form do not come into the next one, whether failed or still being sent', async () => {
  const apply = await begin();
  failures = { file: [new CallError('network')] };
  apply.files.add([new File(['x'], 'a.pdf')]);
  await expect.poll(() => apply.state.uploads.map(({ failed }) => failed)).toEqual(['']);
  apply.files.add([new File(['x'], 'b.pdf')]);
  apply.restart();
  expect(apply.state.uploads).toEqual([]);
  await expect.poll(calls).toEqual(['form', 'ticket', 'file', 'file']);
  await new Promise((done) => setTimeout(done));
  expect(apply.state.draft.files).toEqual([]);
});

test('a file that was not sent does not stay after the form was sent without it', async () => {
  const apply = await begin();
  failures = { file: [new CallError('network')] };
  apply.files.add([new File(['x'], 'a.pdf')]);
  await expect.poll(() => apply.state.uploads.map(({ failed }) => failed)).toEqual(['']);
  await apply.submit();
  expect(apply.state).toMatchObject({ draft: { receipt }, uploads: [] });
});

test('a window of OneID carries the hash of a secret, and the identified person cannot be edited', async () => {
  const apply = await begin();
  await apply.identity.prepare();
  await apply.identity.check();
  expect(calls()).toEqual(['form', 'window']);
  apply.identity.opened();
  await apply.identity.check();
  const secret = apply.state.draft.identity?.secret ?? '';
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(sent[1]?.[1]).toBe(createHash('sha256').update(secret).digest('base64url'));
  expect(sent.at(-1)?.[2]).toBe(secret);
  results = [{ state: 'done', problem: null, person }];
  await apply.identity.check();
  expect(apply.state.draft).toMatchObject({ person, identity: null });
  await apply.submit();
  const phone = filled.fields.phone;
  expect((sent.at(-1) as [string, string, { citizen: object }])[2].citizen).toEqual({
    first_name: 'GULNORA',
    last_name: 'RAHIMOVA',
    father_name: null,
    phone,
  });
});

test('a failed window is replaced by another one, and the result of a cancelled one is ignored', async () => {
  const apply = await begin();
  await apply.identity.prepare();
  const first = apply.state.draft.identity?.secret;
  apply.identity.opened();
  results = [{ state: 'failed', problem: 'cancelled', person: null }];
  await apply.identity.check();
  expect(apply.state.identityProblem).toBe('cancelled');
  await expect.poll(() => apply.state.draft.identity?.secret).not.toBe(first);
  apply.identity.opened();
  expect(apply.state.identityProblem).toBeNull();
  // After a cancellation, a person who returns anyway is not taken over.
  results = [{ state: 'done', problem: null, person }];
  const late = apply.identity.check();
  apply.identity.cancel();
  await late;
  expect(apply.state.draft.person).toBeNull();
});

test('an identification that the server no longer has is requested again', async () => {
  const apply = await begin({ ...filled, person });
  failures = { submit: [new CallError('identity_lost', 'Qayta kiring')] };
  await apply.submit();
  expect(sent.at(-1)?.[2]).toMatchObject({ identified: true });
  expect(apply.state).toMatchObject({
    failure: { text: 'Qayta kiring' },
    draft: { step: 'person', person: null },
  });
});

test('an identification expires with its ticket, and the form says so', async () => {
  const apply = await begin({
    ...filled,
    ticket: { token: 'old', expires: '2020-01-01T00:00:00.000Z' },
    person,
  });
  await apply.submit();
  expect(calls()).toEqual(['form', 'ticket']);
  expect(apply.state).toMatchObject({
    failure: { own: 'identityExpired' },
    draft: { step: 'person', person: null },
  });
});

test('finds the errors of each field', () => {
  const fields = { ...filled.fields, first_name: '123', personal_number: '123', passport: '12', phone: '1' };
  const problems = (typed: Fields) => problemsOf('person', { fields: typed, person: null });
  expect(problems(fields)).toEqual({
    first_name: 'name',
    personal_number: 'jshshir_length',
    passport: 'passport',
    phone: 'phone',
  });
  expect(problems({ ...filled.fields, personal_number: '', passport: '' })).toEqual({
    personal_number: 'document',
  });
  expect(problems(filled.fields)).toEqual({});
  // For a person identified by OneID, only the phone is typed.
  expect(problemsOf('person', { fields: { ...emptyDraft.fields, phone: '1' }, person })).toEqual({
    phone: 'phone',
  });
});

test('a text that is too long is reported and stays whole, also over a reload', () => {
  const letter = 'a'.repeat(5001);
  const draft: Draft = { ...filled, fields: { ...filled.fields, planned_assistance: letter } };
  expect(problemsOf('request', draft)).toEqual({ planned_assistance: 'too_long' });
  expect(parseDraft(serializeDraft(draft)).fields.planned_assistance).toBe(letter);
  const shortened = { ...draft.fields, planned_assistance: letter.slice(1) };
  expect(problemsOf('request', { ...draft, fields: shortened })).toEqual({});
});

test('a draft survives a reload for a day, and invalid texts are ignored', () => {
  const identity = { secret: 's', path: 'p', until: 1, openedAt: 2 };
  const draft: Draft = {
    ...filled,
    ticket: { token: 't', expires: later() },
    receipt,
    identity,
    person,
    keeps: true,
  };
  expect(parseDraft(serializeDraft(draft))).toEqual(draft);
  expect(parseDraft(serializeDraft(draft, Date.now() - 25 * 3_600_000))).toEqual(emptyDraft);
  for (const text of [null, '', 'x', '[]', '{"version":2}', JSON.stringify({ version: 1, ...draft })]) {
    expect(parseDraft(text)).toEqual(emptyDraft);
  }
  const forged = {
    version: 2,
    at: Date.now(),
    step: 'x',
    fields: { phone: 5 },
    files: [{ id: 'x' }],
    receipt: { number: '5' },
    identity: { secret: 5 },
    person: { first_name: 'x' },
  };
  expect(parseDraft(JSON.stringify(forged))).toEqual(emptyDraft);
});

test('a sealed draft opens only with its key', async () => {
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64url');
  const sealed = (await createSeal(key(1)).close('Oʻrinboyev')) ?? '';
  expect(sealed).not.toContain('rinboyev');
  expect(await createSeal(key(1)).open(sealed)).toBe('Oʻrinboyev');
  expect(await createSeal(key(2)).open(sealed)).toBeNull();
  expect(await createSeal(key(1)).open(`${sealed.slice(0, -4)}AAA=`)).toBeNull();
  expect(await createSeal('').close('x')).toBeNull();
});

test('solves a proof of work', async () => {
  const solutions = await solveProof(form.proof, () => Promise.resolve());
  expect(solutions).toHaveLength(8);
  for (const [index, solution] of solutions.entries()) {
    const hash = createHash('sha256').update(`told.${index}.${solution}`).digest();
    expect(Math.clz32(hash.readUInt32BE(0))).toBeGreaterThanOrEqual(4);
  }
});
