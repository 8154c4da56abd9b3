import { allOf } from '#kernel/plugin-api/contract.ts';

// By itself: the manifest is loaded before the sign-in, and the contract would come with it.

/** Permissions to see and to change households, each within their own area. */
export const registrars = allOf('household_add');
