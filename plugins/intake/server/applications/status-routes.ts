import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { anyone, runQuery } from '#kernel/plugin-api/contract.ts';
import { citizenLettersHook, type CitizenLetter } from '#plugins/applications/contract.ts';
import {
  type Arrival,
  type Call,
  Download,
  downloadSchema,
  networkOf,
  routesOf,
  type ServerContext,
  type QuotaLimiter,
  isSameSecret,
} from '#kernel/plugin-api/server.ts';
import { applicationStatesQuery } from '#plugins/applications/contract.ts';
import {
  statusResponseSchema,
  letterQuerySchema,
  statusBodySchema,
  type StatusResponse,
} from '../../contract.ts';
import { intake } from '../../manifest.ts';
import { tenMinutes } from '../core/callers.ts';
import { hashOfCode } from '../core/codes.ts';
import { codedError } from '../core/errors.ts';
import { statusErrors } from '../core/rejections.ts';

const route = routesOf(intake);

interface Submission {
  readonly application_id: number;
  readonly code_hash: string;
  readonly verified_by: string | null;
  readonly created_at: string;
}

/** Creates the routes by which citizens read their application with its number and secret code. */
export function statusRoutes(limiter: QuotaLimiter) {
  async function admit({ context, address }: Arrival<typeof intake>): Promise<void> {
    const limit = context.config.limits.status;
    await limiter.count(context.database, [
      { key: `status ${networkOf(address)}`, limit, seconds: tenMinutes },
    ]);
  }

  const status = route({
    method: 'POST',
    path: 'intake/status',
    summary: 'The status of an application, for the citizen who has its number and its code',
    access: anyone,
    embedded: true,
    admit,
    body: statusBodySchema,
    response: statusResponseSchema,
    errors: statusErrors,
    transaction: false,
    handle: async (call) => readStatus(call, await open(call)),
  });

  const letter = route({
    method: 'GET',
    path: 'intake/letters',
    summary: 'A letter of the office, by an address from the status response',
    access: anyone,
    query: letterQuerySchema,
    response: downloadSchema('application/pdf'),
    async handle({ query, hooks, language, context: { vault } }) {
      const { number, letter: id, until, signature } = query;
      const isOurs =
        isSameSecret(signature, signLetter(vault, number, id, until)) && Number(until) > Date.now();
      const letters = isOurs ? await lettersOf({ hooks, language }, number) : [];
      const requested = letters.find((one) => one.id === id);
      if (!requested) throw codedError('no_such_case');
      const { name, bytes } = await requested.open();
      return new Download({ name, mimetype: 'application/pdf', stream: Readable.from([Buffer.from(bytes)]) });
    },
  });

  return [status, letter];
}

type StatusCall = Call<unknown, unknown, { readonly number: number; readonly code: string }, typeof intake>;

/**
 * The number and code sent by a citizen. An unknown number and a wrong code look the same, and cost the same:
 * one statement and one hash, compared in constant time.
 */
async function open({ database, body, context: { vault } }: StatusCall): Promise<Submission> {
  const given = hashOfCode(vault, body.code);
  const { rows } = await sql<Submission>`
    select application_id, code_hash, verified_by, created_at from intake_submissions
    where application_id = ${body.number}`.execute(database);
  const [row] = rows;
  const isRight = isSameSecret(given, row?.code_hash ?? '0'.repeat(given.length));
  if (!isRight || !row) throw codedError('no_such_case');
  return row;
}

async function readStatus(
  call: StatusCall,
  { application_id, ...submission }: Submission,
): Promise<StatusResponse> {
  const [state] = await runQuery(call.hooks, applicationStatesQuery, [application_id]);
  if (!state) throw codedError('no_such_case');
  const { rows: asks } = await sql<{ text: string; created_at: string }>`
    select text, created_at from intake_asks where application_id = ${application_id} order by id desc limit 20`.execute(
    call.database,
  );
  const letters = await lettersOf(call, application_id);
  const until = String(Date.now() + letterMs);
  function pathOf(letter: number): string {
    const signature = signLetter(call.context.vault, application_id, letter, until);
    return `intake/letters?${new URLSearchParams({ number: String(application_id), letter: String(letter), until, signature })}`;
  }
  return {
    number: application_id,
    status: state.status,
    created_at: submission.created_at,
    cancel_time: state.cancelTime,
    late: state.late,
    verified: submission.verified_by !== null,
    asks,
    letters: letters.map(({ id, title, date }) => ({ id, title, date, path: pathOf(id) })),
  };
}

const letterMs = 10 * 60_000;

function signLetter(vault: ServerContext['vault'], number: number, letter: number, until: string): string {
  return vault.sign('intake letter', `${number} ${letter} ${until}`);
}

async function lettersOf(
  { hooks, language }: Pick<StatusCall, 'hooks' | 'language'>,
  applicationId: number,
): Promise<CitizenLetter[]> {
  const letters: CitizenLetter[] = [];
  await hooks.call(citizenLettersHook, { applicationId, language, add: (one) => void letters.push(one) });
  return letters;
}
