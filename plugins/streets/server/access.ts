import { allOf } from '#kernel/contract/index.ts';

/** Who may see the list of streets and change it, each within his own area. */
export const keepers = allOf('street_add');
