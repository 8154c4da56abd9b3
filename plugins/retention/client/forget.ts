import type { z } from 'zod';
import { forgetDrafts, forgetReads, writeStored } from '#kernel/plugin-api/client.ts';
import { applicationOfNote } from '#plugins/applications/contract.ts';
import type { erasedSchema } from '../contract.ts';

/** Drops what this browser has kept of somebody who was taken out. */
export async function forgetPerson({
  users,
  applications,
  households = [],
}: z.output<typeof erasedSchema>): Promise<void> {
  for (const name of storedNames()) {
    const id = applicationOfNote(name);
    if (id !== null && applications.includes(id)) writeStored(name, null);
  }
  await Promise.all([
    forgetDrafts('users', users),
    forgetDrafts('applications', applications),
    forgetDrafts('households', households),
    forgetReads(),
  ]);
}

/** None where the browser forbids its storage: it has kept nothing. */
function storedNames(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
