import { type CodedError, errorsOf, fail } from '#kernel/plugin-api/contract.ts';

/** Makes the errors that only households have; their texts are `households:errors.<code>`. */
export const codedError = errorsOf('households', {
  confirmation_needed: 409,
  import_changed: 409,
  import_header: 422,
});

/** Problems of a field beyond its shape; the text is `households:errors.<problem>`. */
export type FieldProblem =
  | 'neighborhood_outside_area'
  | 'street_not_in_neighborhood'
  | 'category_absent'
  | 'direction_absent'
  | 'jshshir_check_digit'
  | 'citizen_in_other_household';

/** The problems by field, in the form of an error. */
export function fieldsOf(problems: Readonly<Record<string, FieldProblem>>) {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, { key: `households:errors.${problem}` }]),
  );
}

/** A 422 that states the problem of each field. */
export function fieldErrors(problems: Readonly<Record<string, FieldProblem>>): CodedError {
  return fail('invalid', { fields: fieldsOf(problems) });
}
