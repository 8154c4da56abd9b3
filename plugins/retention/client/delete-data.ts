import type { z } from 'zod';
import {
  deleteDraftsOf,
  invalidateReads,
  hasAnyDrafts,
  storedKeys,
  writeStored,
} from '#kernel/plugin-api/client.ts';
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
  for (const name of storedKeys()) {
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
  return storedKeys().some((name) => applicationOfNote(name) !== null) || hasAnyDrafts();
}
