import { errorsOf } from '#kernel/plugin-api/contract.ts';

/** The errors of intake. The response for a blocked citizen is the same as for other rejections. */
export const codedError = errorsOf('intake', {
  too_many: 429,
  proof: 422,
  ticket: 403,
  key: 401,
  origin: 403,
  code: 422,
  phone: 422,
  identity: 409,
  identity_lost: 409,
  gateway: 503,
  not_taken: 409,
  no_such_case: 404,
  no_such_letter: 404,
  files: 422,
});
