import type { z } from 'zod';
import { deleteDraftsOf, invalidateReads, hasAnyDrafts, writeStored } from '#kernel/plugin-api/client.ts';
import { applicationOfNote } from '#plugins/applications/contract.ts';
import type { erasedSchema } from '../contract.ts';

type Erased = z.output<typeof erasedSchema>;

/** Deletes this browser's data about an erased person. */
export async function deletePersonData(erased: Erased): Promise<void> {
  await Promise.all([deleteStoredData(erased), invalidateReads()]);
}

/** Deletes the stored data of all users of this browser; rejects if something remains. */
export async function deleteStoredData({ users, applications, households = [] }: Erased): Promise<void> {
  const gone = new Set(applications);
  for (const name of storedNames()) {
    const id = applicationOfNote(name);
    if (id !== null && gone.has(id)) writeStored(name, null);
  }
  await Promise.all([
    deleteDraftsOf('users', users),
    deleteDraftsOf('applications', applications),
    deleteDraftsOf('households', households),
  ]);
}

/** Whether this browser has stored data that could be about anyone. */
export async function hasStored(): Promise<boolean> {
  return storedNames().some((name) => applicationOfNote(name) !== null) || hasAnyDrafts();
}

/** Empty if the browser blocks its storage: nothing was stored. */
function storedNames(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
