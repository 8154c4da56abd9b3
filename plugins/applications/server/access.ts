import { allOf } from '#kernel/contract/index.ts';

/** Who may see and handle applications, each within his own area. */
export const receivers = allOf('application_receiver');
