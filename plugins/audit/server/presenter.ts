import { subjectPagesHook, type HookCaller, type Viewer } from '#kernel/plugin-api/contract.ts';
import { type AuditEntry, type AuditSubject, maxSubjects } from '../contract.ts';
import type { EntryRow } from './list.ts';

/** The reader of the log, and the hooks that return the pages of its subjects. */
interface Reading {
  readonly viewer: Pick<Viewer, 'role'>;
  readonly hooks: HookCaller;
}

/**
 * Presents entries; for super admins, who have access to every page, with the names and pages of their
 * subjects. Others see ids: the permission to read the log does not include names of citizens.
 */
export async function presentEntries(
  { viewer, hooks }: Reading,
  rows: readonly EntryRow[],
): Promise<AuditEntry[]> {
  if (viewer.role !== 'super_admin') return rows.map((row) => present(row, new Map()));
  const idsByType = new Map<string, Set<number>>();
  for (const row of rows) {
    const ids = idsByType.get(row.subject_type) ?? new Set();
    for (const id of idsOf(row).slice(0, maxSubjects)) ids.add(id);
    idsByType.set(row.subject_type, ids);
  }
  const pages = new Map<string, AuditSubject>();
  await hooks.call(subjectPagesHook, {
    idsOf: (type) => [...(idsByType.get(type) ?? [])],
    add: (type, id, { path, title = null }) => void pages.set(`${type} ${id}`, { id, title, path }),
  });
  return rows.map((row) => present(row, pages));
}

function present(row: EntryRow, pages: ReadonlyMap<string, AuditSubject>): AuditEntry {
  const { id, at, address, action, subject_type: type } = row;
  const ids = idsOf(row);
  return {
    id,
    createdAt: new Date(at).toISOString(),
    admin: presentAdmin(row),
    address,
    action,
    subject_type: type,
    subjects: ids
      .slice(0, maxSubjects)
      .map((one) => pages.get(`${type} ${one}`) ?? { id: one, title: null, path: null }),
    subject_count: ids.length,
    details: presentDetails(row),
  };
}

/** Returns the admin of an entry; null if there is none, or if they are unknown. */
export function presentAdmin({
  admin_id: id,
  first_name,
  last_name,
  father_name,
}: EntryRow): AuditEntry['admin'] {
  return id === null ? null : { id, first_name: first_name ?? '', last_name: last_name ?? '', father_name };
}

/** The details of an entry, without the subjects, which have their own column. */
export function presentDetails({ details }: EntryRow): AuditEntry['details'] {
  return Object.entries(details)
    .filter(([name, value]) => name !== 'ids' && value !== null)
    .map(([name, value]) => ({ name, value: textOf(value) }));
}

/** The ids of an entry's subjects. */
export function idsOf({ subject_id: id, details }: Pick<EntryRow, 'subject_id' | 'details'>): number[] {
  const { ids } = details;
  const several = Array.isArray(ids) ? ids.filter((one): one is number => Number.isSafeInteger(one)) : [];
  return id === null ? several : [...new Set([id, ...several])];
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
