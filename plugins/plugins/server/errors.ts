import { errorsOf } from '#kernel/plugin-api/contract.ts';

/** Errors of enabling or disabling a plugin. */
export const codedError = errorsOf('plugins', {
  essential: 409,
  not_installed: 409,
  requires_others: 409,
  required_by_others: 409,
  upload_off: 403,
  refused: 422,
  archive_changed: 409,
  deployed: 409,
  still_enabled: 409,
  still_required: 409,
});
