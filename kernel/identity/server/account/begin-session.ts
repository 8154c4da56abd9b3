import type { SecondStep } from '#kernel/contract/http/session.ts';
import type { DatabaseTransaction } from '#kernel/server/api/index.ts';
import { writeAudit } from '#kernel/server/audit/write-audit.ts';
import { readAvailableFactors } from '../passkeys/available-factors.ts';
import { issueTicket } from '../second-factor/tickets.ts';
import { signOut } from '../session/end-sessions.ts';
import { lockProof, signIn, type ProvenAdmin, type SignInOrigin } from '../session/sign-in.ts';

/** The result of a sign-in: a session, or the ticket for the second step. */
export type SignInResult = { readonly token: string } | { readonly second_factor: SecondStep };

/**
 * Opens the session of an identified admin in a transaction and writes `action` to the audit log. If a code or a
 * passkey is required, issues a ticket instead.
 */
export async function beginSession(
  database: DatabaseTransaction,
  admin: ProvenAdmin,
  {
    action,
    former = 0,
    ...origin
  }: SignInOrigin & {
    readonly action: string;
    /** The session of the call's token, which ends when the new one opens; 0 without one. */
    readonly former?: number;
  },
): Promise<SignInResult> {
  const { adminId } = admin;
  const generation = await lockProof(database, admin);
  const { code, passkey } = await readAvailableFactors(database, adminId);
  if (code || passkey) {
    const { ticket, expiresIn } = await issueTicket(database, { adminId, generation });
    // Clients that support only codes need not know `ways`.
    const ways = passkey ? { ways: [...(code ? (['code'] as const) : []), 'passkey' as const] } : {};
    return { second_factor: { ticket, expires_in: expiresIn, ...ways } };
  }
  const { token, session } = await signIn(database, admin, origin);
  if (former > 0) await signOut(database, former);
  const actor = { adminId, sessionId: session.id, address: origin.address };
  await writeAudit(database, actor, { action, subjectType: 'admin', subjectId: adminId });
  return { token };
}
