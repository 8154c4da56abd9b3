import type { Option, SecondStep, SessionAdmin } from '#kernel/contract/wire.ts';

/** Reads the admin of a session as our server or an older one answers it; throws when it is no admin at all. */
export function readSessionAdmin(answer: unknown): SessionAdmin {
  const body = record(record(answer)['data'] ?? answer);
  const role = record(body['role']);
  const id = Number(body['id']);
  if (!Number.isFinite(id) || typeof role['role'] !== 'string') throw new Error('The answer is no admin');
  return {
    id,
    first_name: text(body['first_name']),
    last_name: text(body['last_name']),
    phone: text(body['phone']) || null,
    login: text(body['login']),
    user_type: 'admin',
    role: {
      role: role['role'] === 'super_admin' ? 'super_admin' : 'admin',
      permissions: list(role['permissions']).filter((one): one is string => typeof one === 'string'),
      uz: { name: text(record(role['uz'])['name']) },
      ru: { name: text(record(role['ru'])['name']) },
    },
    neighborhoods: list(body['neighborhoods']) as Option[],
    ...(body['must_change_password'] === true ? { must_change_password: true } : {}),
    ...(body['must_add_factor'] === true ? { must_add_factor: true } : {}),
  };
}

/** Reads the second step of a sign-in; null where the answer has none. */
export function readSecondStep(value: unknown): SecondStep | null {
  const { ticket, expires_in } = record(value);
  return typeof ticket === 'string' ? { ticket, expires_in: Number(expires_in) || 0 } : null;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
