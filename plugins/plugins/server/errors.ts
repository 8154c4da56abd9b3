import { errorsOf } from '#kernel/plugin-api/contract.ts';

/** What may be wrong with switching a plugin. */
export const refuse = errorsOf('plugins', {
  essential: 409,
  not_installed: 409,
  needs_others: 409,
  others_need_it: 409,
});
