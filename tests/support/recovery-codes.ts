import { Secret } from 'otpauth';
import { codeAt } from '#kernel/identity/server/second-factor/totp.ts';
import type { ApiClient } from '#kernel/testing/api.ts';

/** Adds an authenticator app to the account of `api`; returns the recovery codes, each valid for one proof. */
export async function addRecoveryCodes(api: ApiClient, password: string): Promise<string[]> {
  const path = 'admins/admin/second-factor';
  const { body } = await api.post<{ secret: string }>(path, { password });
  const code = codeAt(Buffer.from(Secret.fromBase32(body.secret).bytes), Date.now());
  return (await api.put<{ recovery_codes: string[] }>(path, { code })).body.recovery_codes;
}
