import { recordOf, stringOf } from '#kernel/domain/values/is-record.ts';
import type { SecondStep, SessionAdmin } from '#kernel/contract/http/session.ts';
import type { Option } from '#kernel/contract/http/wire.ts';

/** Reads the session's admin from a response of this or an older server; throws if it is not an admin. */
export function readSessionAdmin(response: unknown): SessionAdmin {
  const body = recordOf(recordOf(response)['data'] ?? response);
  const role = recordOf(body['role']);
  if (typeof role['role'] !== 'string') throw new Error('The response is not an admin');
  return {
    id: readId(body),
    first_name: stringOf(body['first_name']),
    last_name: stringOf(body['last_name']),
    phone: stringOf(body['phone']) || null,
    login: stringOf(body['login']),
    user_type: 'admin',
    role: {
      role: role['role'] === 'super_admin' ? 'super_admin' : 'admin',
      permissions: list(role['permissions']).filter((one): one is string => typeof one === 'string'),
      uz: { name: stringOf(recordOf(role['uz'])['name']) },
      ru: { name: stringOf(recordOf(role['ru'])['name']) },
    },
    neighborhoods: list(body['neighborhoods']) as Option[],
    ...(/^[0-9a-f]{64}$/.test(stringOf(body['storage_key']))
      ? { storage_key: stringOf(body['storage_key']) }
      : {}),
    ...(body['must_change_password'] === true ? { must_change_password: true } : {}),
    ...(body['must_add_factor'] === true ? { must_add_factor: true } : {}),
  };
}

/**
 * The id. For a backend without ids, which the specification does not require, a negative number derived from login or
 * name: it differs from all real ids and separates the drafts of two users of one browser.
 */
function readId(body: Record<string, unknown>): number {
  const id = Number(body['id'] ?? Number.NaN);
  if (Number.isInteger(id)) return id;
  const name = [body['login'], body['first_name'], body['last_name']].join();
  let sum = 0;
  for (let at = 0; at < name.length; at++) sum = (sum * 31 + name.charCodeAt(at)) | 0;
  return -1 - Math.abs(sum);
}

/** Reads the second step of a sign-in; null if the response contains none. */
export function readSecondStep(value: unknown): SecondStep | null {
  const { ticket, expires_in, ways } = recordOf(value);
  if (typeof ticket !== 'string') return null;
  const known = (['code', 'passkey'] as const).filter((way) => list(ways).includes(way));
  return { ticket, expires_in: Number(expires_in) || 0, ...(known.length > 0 ? { ways: known } : {}) };
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
