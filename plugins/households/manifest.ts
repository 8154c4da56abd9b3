import { definePlugin } from '#kernel/contract/index.ts';

/** Households: where families live, who they are, how they earn. */
export const households = definePlugin({
  id: 'households',
  version: '1.0.0',
  requires: ['neighborhoods', 'streets', 'household_categories', 'directions'],
});
