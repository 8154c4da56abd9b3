import { z } from 'zod';
import { fail, idParamSchema, pageOf, type Access, type Manifest } from '#kernel/contract/index.ts';
import {
  historyPageSchema,
  historyPreviewSchema,
  historyQuerySchema,
  restoredSchema,
  type HistoryEntry,
} from '#kernel/records/contract/history.ts';
import { routesOf, type ApiRoute, type Call, type TrackedTable } from '#kernel/server/api/index.ts';
import { assertVersion } from '../crud/records.ts';
import { isChanged, presentDifferences, type Difference } from './present-history.ts';
import type { ColumnValues, ShownIn, TrackedField } from './history-field.ts';
import { compareWithPast, newestVersion, readVersions, type StoredVersion } from './read-history.ts';

/** A call about the history of a record. */
export type HistoryCall<M extends Manifest = Manifest> = Call<unknown, unknown, unknown, M>;

/** A kind of record with a history, and how a version is restored. */
export interface HistoryOptions<M extends Manifest, Id extends string | number> {
  readonly tracked: Omit<TrackedTable, 'columns'>;
  /** The fields of the form, in its order; other columns are not stored. */
  readonly fields: readonly TrackedField[];
  /** The path of the records; the calls are `GET <path>/{id}/history` and those below it. */
  readonly path: string;
  /** The access needed to read and to change a record. */
  readonly access: Access;
  /** The schema of the id in the path. */
  readonly id: z.ZodType<Id>;
  /**
   * Finds the version of a record that the caller may see, or throws `not_found`; `lock` locks its row until the end of
   * the transaction.
   */
  find(call: HistoryCall<M>, id: Id, options: { readonly lock: boolean }): Promise<{ updatedAt: string }>;
  /** Describes further changes that restoring these columns would make, in the language of the call. */
  notes?(call: HistoryCall<M>, id: Id, columns: ColumnValues): Promise<readonly string[]>;
  /** Writes the old columns, with the same steps and checks as for any change of the record. */
  restore(call: HistoryCall<M>, id: Id, columns: ColumnValues): Promise<{ updatedAt: string }>;
}

/** The parts of a history for `defineServer`. */
export interface RecordHistory {
  readonly tracked: TrackedTable;
  readonly routes: readonly ApiRoute[];
}

/**
 * Stores the changes of a kind of record, and creates the calls that read them and restore a version.
 *
 * @example const history = defineHistory(users, { tracked: { kind: 'user', table: 'users' }, fields, path: 'users', id: idParamSchema, … });
 */
export function defineHistory<M extends Manifest, Id extends string | number>(
  manifest: M,
  options: HistoryOptions<M, Id>,
): RecordHistory {
  const { fields } = options;
  const parts = new Set(options.tracked.parts?.map(({ name }) => name));
  const columns = fields.map((field) => field.columns).filter(([first]) => !parts.has(first));
  const tracked: TrackedTable = { ...options.tracked, columns };
  return {
    tracked,
    routes: [
      listRoute(manifest, options, tracked),
      previewRoute(manifest, options, tracked),
      restoreRoute(manifest, options, tracked),
    ],
  };
}

function listRoute<M extends Manifest, Id extends string | number>(
  manifest: M,
  { path, access, fields, find, id }: HistoryOptions<M, Id>,
  tracked: TrackedTable,
): ApiRoute {
  return routesOf(manifest)({
    method: 'GET',
    path: `${path}/:id/history`,
    summary: 'The versions of a record with author, time and changed fields, newest first',
    access,
    params: z.object({ id }),
    query: historyQuerySchema,
    response: historyPageSchema,
    async handle(call) {
      const { params, query, database } = call;
      await find(call, params.id, { lock: false });
      const { versions, length } = await readVersions(database, tracked, String(params.id), query);
      return pageOf(await presentVersions(call, fields, versions), { ...query, length });
    },
  });
}

/** Converts versions to response fields. */
export async function presentVersions(
  call: Pick<HistoryCall, 'database' | 'language' | 'context'>,
  fields: readonly TrackedField[],
  versions: readonly StoredVersion[],
): Promise<HistoryEntry[]> {
  const shown = await presentDifferences(call, fields, versions);
  return versions.map(({ id, at, change, author }, index) => ({
    id,
    createdAt: at,
    change,
    author,
    fields: shown[index] ?? [],
  }));
}

function previewRoute<M extends Manifest, Id extends string | number>(
  manifest: M,
  { path, access, fields, find, notes, id }: HistoryOptions<M, Id>,
  tracked: TrackedTable,
): ApiRoute {
  return routesOf(manifest)({
    method: 'GET',
    path: `${path}/:id/history/:entry`,
    summary: 'Previews which fields change when a record is restored to its state before a version',
    access,
    params: z.object({ id, entry: idParamSchema }),
    response: historyPreviewSchema,
    async handle(call) {
      const { params, database } = call;
      const { updatedAt } = await find(call, params.id, { lock: false });
      const compared = await compareWithPast(database, tracked, String(params.id), params.entry);
      if (!compared) throw fail('not_found');
      const difference = { before: compared.now, after: compared.past };
      const [shown = []] = await presentDifferences(call, fields, [difference]);
      const changeNotes = (await notes?.(call, params.id, changedColumns(fields, difference))) ?? [];
      return {
        version: updatedAt,
        fields: shown,
        ...(changeNotes.length > 0 ? { notes: [...changeNotes] } : {}),
      };
    },
  });
}

function restoreRoute<M extends Manifest, Id extends string | number>(
  manifest: M,
  { path, access, fields, find, restore, id }: HistoryOptions<M, Id>,
  tracked: TrackedTable,
): ApiRoute {
  return routesOf(manifest)({
    method: 'POST',
    path: `${path}/:id/history/:entry/restore`,
    summary: 'Restores a record to its state before a version; validated and recorded as any change',
    access,
    params: z.object({ id, entry: idParamSchema }),
    versioned: true,
    response: restoredSchema,
    errors: {
      409: 'The record was changed in the meantime, is already in that state, or conflicts with another one.',
      422: 'The former data are no longer valid, for example because they refer to a deleted record.',
    },
    async handle(call) {
      const { params, database } = call;
      assertVersion(call, await find(call, params.id, { lock: true }));
      const compared = await compareWithPast(database, tracked, String(params.id), params.entry);
      if (!compared) throw fail('not_found');
      const difference = { before: compared.now, after: compared.past };
      const changed = fields.filter((field) => isChanged(field, difference));
      if (changed.length === 0) throw fail('nothing_to_restore');
      await assertReferences(call, changed, compared.past);
      const { updatedAt } = await restore(call, params.id, changedColumns(changed, difference));
      const entry = await newestVersion(database, tracked, String(params.id));
      if (entry === null) throw fail('internal');
      return { version: updatedAt, entry };
    },
  });
}

/** The old columns of the fields that differ. */
function changedColumns(fields: readonly TrackedField[], difference: Difference): ColumnValues {
  const changed = fields.filter((field) => isChanged(field, difference));
  const columns = changed.flatMap((field) => field.columns);
  return Object.fromEntries(columns.map((column) => [column, difference.after[column]]));
}

/** Throws with the fields that refer to a record that no longer exists. */
export async function assertReferences(
  call: Pick<HistoryCall, 'database' | 'language' | 'context'>,
  fields: readonly TrackedField[],
  values: ColumnValues,
): Promise<void> {
  const { database, language, context } = call;
  const gone = await Promise.all(
    fields.map(async ({ references, label }) => {
      const ids = references?.idsOf(values) ?? [];
      if (!references || ids.length === 0) return [];
      const names = await references.namesOf(database, ids, language);
      if (ids.every((id) => names.has(id))) return [];
      const text: ShownIn['text'] = (key, params) => context.text(language, key, params);
      const shown = { language, text, context, permissionName: String, nameOf: () => undefined };
      return [typeof label === 'string' ? text(label) : label(shown)];
    }),
  );
  const labels = gone.flat();
  if (labels.length > 0) throw fail('reference_gone', { params: { fields: labels.join(', ') } });
}
