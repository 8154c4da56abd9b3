import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { anyone, fail, runQuery } from '#kernel/plugin-api/contract.ts';
import { type Call, randomCode, routesOf, type QuotaLimiter } from '#kernel/plugin-api/server.ts';
import { checkJshshir } from '#kernel/domain/text/index.ts';
import { receiveApplicationQuery } from '#plugins/applications/contract.ts';
import {
  fileLimits,
  idempotencyHeader,
  receiptSchema,
  submissionBodySchema,
  type Receipt,
  type SubmissionBody,
} from '../../contract.ts';
import { intake } from '../../manifest.ts';
import { admitCaller, callerHeaders, identifyCaller, quotasOf, type Caller } from '../core/callers.ts';
import { hashOfCode } from '../core/codes.ts';
import { codedError } from '../core/errors.ts';
import { readTicketPerson } from '../identity/store.ts';
import { submissionErrors } from '../core/rejections.ts';
import { quotaOfPerson, rejectUsedUp } from './person-quota.ts';
import { insertEvent } from '../webhooks/events.ts';

const description =
  'A text of 1 to 200 characters, chosen by the caller. A caller that lost the response repeats the call with the same text, and gets the stored response, for 48 hours. Required with a site’s key; a call with a ticket needs none.';
type SubmitCall = Call<unknown, unknown, SubmissionBody, typeof intake>;

/**
 * `POST intake/applications`: from the widget with a ticket, and from bots and older systems with a site's
 * key.
 */
export const submitRoute = (limiter: QuotaLimiter) =>
  routesOf(intake)({
    method: 'POST',
    path: 'intake/applications',
    summary: 'Submits the application of a citizen; idempotent by its key',
    access: anyone,
    embedded: true,
    headers: { ...callerHeaders, [idempotencyHeader]: { description } },
    async admit(arrival) {
      const { database } = arrival.context;
      const caller = await admitCaller(arrival, limiter, { allowsUsed: true });
      await limiter.count(database, quotasOf(caller, arrival));
    },
    body: submissionBodySchema,
    response: receiptSchema,
    status: 201,
    errors: submissionErrors,
    beforeTransaction: (arrival) => rejectUsedUp(arrival, limiter),
    async handle(call) {
      const caller = await identifyCaller(call, call.database, {
        lock: sql`for no key update`,
        allowsUsed: true,
      });
      const request = requestOf(call, caller);
      const former = await findStoredResponse(call, request);
      if (former) return former;
      const receipt = await takeIn(call, caller, limiter);
      await storeResponse(call, request, receipt);
      return receipt;
    },
  });

interface SubmitRequest {
  readonly caller: string;
  readonly key: string;
  readonly bodyHash: Buffer;
}

function requestOf({ header, body }: SubmitCall, { kind, id }: Caller): SubmitRequest {
  // A ticket is good for one application, whatever key the browser sends.
  const key = kind === 'ticket' ? 'ticket' : header(idempotencyHeader);
  if (key === null || key.length < 1 || key.length > 200) {
    throw fail('invalid', { fields: { [idempotencyHeader]: { key: 'kernel:validation.required' } } });
  }
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest();
  return { caller: `${kind} ${id}`, key, bodyHash };
}

/** The purpose by which the vault encrypts receipts; stored receipts need it as it is. */
const purpose = 'intake answer';

/**
 * The response to an earlier equal call, waiting for a concurrent one. Null for a new call, whose row is
 * inserted.
 */
async function findStoredResponse(
  { database, context }: SubmitCall,
  { caller, key, bodyHash }: SubmitRequest,
): Promise<Receipt | null> {
  const { rows: made } = await sql`
    insert into intake_requests (caller, key, body_hash) values (${caller}, ${key}, ${bodyHash})
    on conflict do nothing returning true as made`.execute(database);
  if (made.length > 0) return null;
  const { rows } = await sql<{ body_hash: Buffer; sealed_receipt: Buffer | null }>`
    select body_hash, answer as sealed_receipt from intake_requests where caller = ${caller} and key = ${key}`.execute(
    database,
  );
  const [row] = rows;
  if (!row?.body_hash.equals(bodyHash)) throw fail('repeated_differently');
  const plain = row.sealed_receipt && context.vault.open(purpose, row.sealed_receipt);
  if (!plain) throw fail('repeated_differently');
  return receiptSchema.parse(JSON.parse(plain.toString()));
}

async function storeResponse(
  { database, context }: SubmitCall,
  { caller, key }: SubmitRequest,
  receipt: Receipt,
): Promise<void> {
  const response = context.vault.seal(purpose, Buffer.from(JSON.stringify(receipt)));
  await sql`
    update intake_requests set answer = ${response} where caller = ${caller} and key = ${key}`.execute(
    database,
  );
}

async function takeIn(call: SubmitCall, caller: Caller, limiter: QuotaLimiter): Promise<Receipt> {
  const { database, context, hooks } = call;
  const { body, isIdentified } = await withPerson(call, caller);
  const isVerified =
    caller.kind === 'ticket' && caller.verifiedPhone !== null && caller.verifiedPhone === body.citizen.phone;
  const verifiedBy = isIdentified ? 'one_id' : isVerified ? 'phone' : null;
  await limiter.count(database, [quotaOfPerson(context, body, verifiedBy)]);
  const fileIds = await takeFiles(call, caller);
  const source = caller.kind === 'ticket' ? 'widget' : 'api';
  const { files: _files, identified: _identified, ...application } = body;
  const received = await runQuery(hooks, receiveApplicationQuery, { ...application, fileIds, source });
  if ('rejected' in received) {
    if (received.rejected === 'citizen_blocked') throw codedError('not_taken');
    throw fail('invalid', { fields: { neighborhood_id: { key: 'intake:validation.neighborhood' } } });
  }
  const code = randomCode(2);
  const receipt: Receipt = {
    number: received.id,
    code,
    status: 'created',
    cancel_time: received.cancelTime,
    created_at: received.createdAt,
    verified_by: verifiedBy,
  };
  await insertSubmission(call, caller, receipt);
  return receipt;
}

/** The body with the identified person in place of the form's values; throws if the ticket has none. */
async function withPerson(
  { database, body, context: { vault } }: SubmitCall,
  caller: Caller,
): Promise<{ readonly body: SubmissionBody; readonly isIdentified: boolean }> {
  if (!body.identified) return { body, isIdentified: false };
  const person =
    caller.kind === 'ticket' ? await readTicketPerson(database, vault, { ticketId: caller.id }) : null;
  if (!person) throw codedError('identity_lost');
  const { firstName, lastName, fatherName, personalNumber, passport } = person;
  const check = checkJshshir(personalNumber);
  const citizen = {
    ...body.citizen,
    first_name: firstName,
    last_name: lastName,
    father_name: fatherName,
    birthday: 'birthday' in check ? check.birthday : null,
    personal_number: personalNumber,
    passport_series: passport?.series ?? null,
    passport_number: passport?.number ?? null,
  };
  return { body: { ...body, citizen }, isIdentified: true };
}

async function insertSubmission(
  { database, context, emit }: SubmitCall,
  caller: Caller,
  receipt: Receipt,
): Promise<void> {
  const { number, code, status, cancel_time, created_at, verified_by } = receipt;
  const siteId = caller.kind === 'key' ? caller.id : null;
  await sql`
    insert into intake_submissions (application_id, site_id, site, source, code_hash, verified_by, verified_at,
      status, cancel_time, created_at)
    values (${number}, ${siteId}, ${caller.site}, ${siteId === null ? 'widget' : 'api'},
      ${hashOfCode(context.vault, code)}, ${verified_by}::text,
      case when ${verified_by}::text is not null then now() end, ${status}, ${cancel_time}, ${created_at})`.execute(
    database,
  );
  if (siteId === null) {
    await sql`update intake_tickets set application_id = ${number}, person = null where id = ${caller.id}`.execute(
      database,
    );
    return;
  }
  const data = { number, status, cancel_time, late: false };
  await insertEvent({ database, emit }, { siteId, type: 'application.created', data });
}

/** The files that a body names; throws if one is not the caller's, or if they are too large in total. */
async function takeFiles({ database, body }: SubmitCall, { kind, id }: Caller): Promise<readonly number[]> {
  if (body.files.length === 0) return [];
  const owner = kind === 'ticket' ? sql`ticket_id = ${id}` : sql`site_id = ${id}`;
  const { rows } = await sql<{ file_id: number; size: number }>`
    delete from intake_files where file_id = any(${[...body.files]}::bigint[]) and ${owner}
    returning file_id, size`.execute(database);
  const size = rows.reduce((sum, file) => sum + file.size, 0);
  if (rows.length !== new Set(body.files).size || size > fileLimits.maxBytes) throw codedError('files');
  return rows.map((file) => file.file_id);
}
