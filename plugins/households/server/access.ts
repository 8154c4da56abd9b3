import { allOf } from '#kernel/contract/index.ts';

/** Who may see and keep households, each within his own area. */
export const registrars = allOf('household_add');
