import type { z } from 'zod';
import { deleteDraftsOf, invalidateReads, hasAnyDrafts, writeStored } from '#kernel/plugin-api/client.ts';
import { applicationOfNote } from '#plugins/applications/contract.ts';
import type { erasedSchema } from '../contract.ts';

type Erased = z.output<typeof erasedSchema>;

/** Drops what this browser has kept of a person who was erased. */
export async function deletePersonData(erased: Erased): Promise<void> {
  await Promise.all([deleteStoredData(erased), invalidateReads()]);
}

/** Drops what this browser has stored, by any of its users; rejects where something stays. */
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

/** Whether this browser has stored something that could be about anybody. */
export async function hasStored(): Promise<boolean> {
  return storedNames().some((name) => applicationOfNote(name) !== null) || hasAnyDrafts();
}

/** None where the browser forbids its storage: it has kept nothing. */
function storedNames(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
