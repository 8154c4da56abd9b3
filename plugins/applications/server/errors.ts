import { type CodedError, errorsOf, fail } from '#kernel/plugin-api/contract.ts';

/** Makes the errors that only applications have; their texts are `applications:errors.<code>`. */
export const refuse = errorsOf('applications', {
  transition_refused: 409,
  already_accepted: 409,
  term_refused: 409,
});

/** What may be wrong with a field beyond its shape; the text is `applications:errors.<problem>`. */
export type FieldProblem =
  | 'note_required'
  | 'note_unwanted'
  | 'name_required'
  | 'neighborhood_foreign'
  | 'jshshir_digits'
  | 'jshshir_length'
  | 'jshshir_century'
  | 'jshshir_date'
  | 'passport_series'
  | 'passport_number'
  | 'phone'
  | 'message_empty'
  | 'receiver_unfit'
  | 'term_too_long';

/** A 422 that says what is wrong with which field. */
export function refuseFields(problems: Readonly<Record<string, FieldProblem>>): CodedError {
  const fields = Object.entries(problems).map(([field, problem]) => [
    field,
    { key: `applications:errors.${problem}` },
  ]);
  return fail('invalid', { fields: Object.fromEntries(fields) });
}
