import { errorsOf } from '#kernel/plugin-api/contract.ts';

/** Makes the errors that only erasures have; their texts are `retention:errors.<code>`. */
export const codedError = errorsOf('retention', {
  request_pending: 409,
  own_request: 409,
  too_new: 409,
  needs_factor: 409,
  requester_gone: 409,
  obstacles: 409,
  under_hold: 409,
  plugins_off: 409,
  request_ended: 409,
  citizen_gone: 409,
});
