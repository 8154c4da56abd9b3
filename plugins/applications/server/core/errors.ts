import { type CodedError, errorsOf, fail } from '#kernel/plugin-api/contract.ts';

/** Makes the errors that only applications have; their texts are `applications:errors.<code>`. */
export const codedError = errorsOf('applications', {
  transition_refused: 409,
  already_accepted: 409,
  deadline_refused: 409,
  withdrawal_refused: 409,
  nothing_changed: 422,
  tasks_open: 409,
  task_ended: 409,
  task_author_absent: 409,
  too_many_views: 409,
});

/** The problems of a field beyond its shape; the text is `applications:errors.<problem>`. */
export type FieldProblem =
  | 'note_required'
  | 'note_not_allowed'
  | 'name_required'
  | 'name_form'
  | 'no_document_reason'
  | 'intake_reason'
  | 'same_neighborhood'
  | 'neighborhood_absent'
  | 'neighborhood_outside_area'
  | 'jshshir_digits'
  | 'jshshir_length'
  | 'jshshir_century'
  | 'jshshir_date'
  | 'passport_series'
  | 'passport_number'
  | 'phone'
  | 'message_empty'
  | 'receiver_unfit'
  | 'due_past'
  | 'absence_ends_early'
  | 'absence_overlap'
  | 'absence_cycle'
  | 'substitute_not_allowed'
  | 'deadline_too_long'
  | 'role_not_allowed';

/** A 422 that states the problem of each field. */
export function fieldErrors(problems: Readonly<Record<string, FieldProblem>>): CodedError {
  const fields = Object.entries(problems).map(([field, problem]) => [
    field,
    { key: `applications:errors.${problem}` },
  ]);
  return fail('invalid', { fields: Object.fromEntries(fields) });
}
