import { type CodedError, errorsOf, fail } from '#kernel/plugin-api/contract.ts';

/** Makes the errors that only citizens have; their texts are `users:errors.<code>`. */
export const codedError = errorsOf('users', {
  import_changed: 409,
  import_header: 422,
  merge_self: 422,
  merge_changed: 409,
  merge_number_taken: 409,
});

/** A 422 for a JSHSHIR that another citizen has, with their id. */
export function numberTakenError(id: number | null): CodedError {
  return fail('invalid', {
    fields: { personal_number: { key: 'users:errors.jshshir_taken' } },
    beside: { taken_by: id },
  });
}
