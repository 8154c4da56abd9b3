import { forgetDrafts, forgetReads } from '#kernel/plugin-api/client.ts';
import { forgetNotes } from '#plugins/applications/contract/notes.ts';
import type { z } from 'zod';
import type { erasedSchema } from '../contract.ts';

/** Drops what this browser has kept of somebody who was taken out. */
export async function forgetPerson({
  users,
  applications,
  households = [],
}: z.output<typeof erasedSchema>): Promise<void> {
  try {
    forgetNotes(localStorage, applications);
  } catch {
    // A browser that forbids its storage has kept nothing.
  }
  await Promise.all([
    forgetDrafts('users', users),
    forgetDrafts('applications', applications),
    forgetDrafts('households', households),
    forgetReads(),
  ]);
}
