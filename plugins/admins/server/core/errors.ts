import { type CodedError, errorsOf, fail } from '#kernel/plugin-api/contract.ts';

/** Makes the errors that only admins have; their texts are `admins:errors.<code>`. */
export const codedError = errorsOf('admins', {
  login_taken: 409,
  own_account: 409,
  last_super_admin: 409,
  reset_pending: 409,
  reset_own_request: 409,
  reset_too_new: 409,
  reset_needs_factor: 409,
});

/** Problems of a field beyond its shape; the text is `admins:errors.<problem>`. */
export type FieldProblem = 'role_unknown' | 'neighborhood_unknown' | 'permission_unknown';

/** A 422 that states the problem of a field. */
export function fieldError(field: string, problem: FieldProblem): CodedError {
  return fail('invalid', { fields: { [field]: { key: `admins:errors.${problem}` } } });
}

/** A 409 that names the login field. */
export function loginTaken(): CodedError {
  return codedError('login_taken', { fields: { login: { key: 'admins:errors.login_taken' } } });
}
