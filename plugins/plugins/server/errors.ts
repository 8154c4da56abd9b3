import { errorsOf } from '#kernel/plugin-api/contract.ts';

/** Errors of enabling or disabling a plugin. */
export const refuse = errorsOf('plugins', {
  essential: 409,
  not_installed: 409,
  needs_others: 409,
  others_need_it: 409,
  upload_off: 403,
  refused: 422,
  other_archive: 409,
  deployed: 409,
  switched_on: 409,
  needed: 409,
});
