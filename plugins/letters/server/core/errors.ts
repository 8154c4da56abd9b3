import { errorsOf } from '#kernel/plugin-api/contract.ts';

/** Makes the errors that only letters have; their texts are `letters:errors.<code>`. */
export const codedError = errorsOf('letters', {
  template_gone: 409,
  letter_not_valid: 409,
  letter_of_other_application: 409,
  already_written: 409,
  batch_empty: 409,
  nothing_written: 409,
  batch_too_large: 409,
  batch_running: 409,
  too_many_checks: 429,
  too_long: 409,
  body_empty: 409,
  not_drawn: 409,
  signs_missing: 409,
  status_changed: 409,
});
