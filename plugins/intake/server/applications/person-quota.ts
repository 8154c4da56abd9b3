import { sql } from 'kysely';
import {
  type Arrival,
  hashToken,
  type Quota,
  type QuotaLimiter,
  type ServerContext,
} from '#kernel/plugin-api/server.ts';
import { idempotencyHeader, keyHeader, type SubmissionBody } from '../../contract.ts';
import type { intake } from '../../manifest.ts';
import { day } from '../core/callers.ts';

/** How an applicant was verified: by identity, or by owning the phone. */
export type Verification = 'one_id' | 'phone' | null;

/**
 * How often a person may apply, with any key or page. Anyone can name a person: applications of unverified
 * persons do not use the quota of verified ones. A verified phone counts as the phone, whatever person its
 * owner names.
 */
export function quotaOfPerson(
  { vault, config }: ServerContext<typeof intake>,
  { citizen, neighborhood_id }: Pick<SubmissionBody, 'citizen' | 'neighborhood_id'>,
  verifiedBy: Verification = null,
): Quota {
  const { personal_number, passport_series, passport_number, phone, first_name, last_name } = citizen;
  const named =
    personal_number ??
    (passport_number === null ? phone : `${passport_series}${passport_number}`) ??
    `${neighborhood_id} ${last_name} ${first_name}`.toLowerCase();
  const person = verifiedBy === 'phone' ? phone : named;
  const kind = verifiedBy === null ? 'person' : `person verified by ${verifiedBy}`;
  return {
    key: `${kind} ${vault.sign('intake person', person ?? named)}`,
    limit: config.limits.person,
    seconds: day,
  };
}

interface Submission extends Arrival<typeof intake> {
  readonly body: SubmissionBody;
}

/**
 * Rejects a site's call for a person whose daily quota is known to be used up, without a transaction; except
 * for a repeated call, whose response may be read again.
 */
export async function rejectUsedUp(submission: Submission, limiter: QuotaLimiter): Promise<void> {
  const { context, body, header } = submission;
  const key = header(keyHeader);
  // A ticket is good for one application; a key could submit the same person forever.
  if (key === null) return;
  try {
    limiter.assertLeft([quotaOfPerson(context, body).key]);
  } catch (rejection) {
    if (!(await isRepeated(submission, key))) throw rejection;
  }
}

async function isRepeated({ header, context }: Submission, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from intake_requests as request join intake_sites as site on request.caller = 'key ' || site.id
    where site.key_hash = ${hashToken(key)} and request.key = ${header(idempotencyHeader)}`.execute(
    context.database,
  );
  return rows.length > 0;
}
