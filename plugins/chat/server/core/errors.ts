import { errorsOf } from '#kernel/plugin-api/contract.ts';

/** The errors of the assistant. */
export const codedError = errorsOf('chat', {
  too_many_questions: 429,
  shipped_not_removable: 409,
  not_shipped: 409,
});
