import { errorsOf } from '#kernel/plugin-api/contract.ts';

/** Makes the errors that only neighbourhoods have; their texts are `neighborhoods:errors.<code>`. */
export const codedError = errorsOf('neighborhoods', {
  plan_changed: 409,
  neighbor_changed: 409,
  border_changed: 409,
  successor_absent: 409,
});
