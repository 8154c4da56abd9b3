import { allOf } from '#kernel/plugin-api/contract.ts';

// In its own file: the manifest is loaded before the sign-in, and would pull in the contract.

/** Permissions to see and to change households, each within their own area. */
export const registrarAccess = allOf('household_add');
