import { fail, idParamSchema, superAdmin, type Manifest, type Names } from '#kernel/contract/index.ts';
import { problemsOf } from '#kernel/contract/http/issues.ts';
import type { RecordBodyOf, RecordDefinition, RecordOf } from '#kernel/records/contract/define-record.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import type { NamedRecord } from '../crud/record-store.ts';
import type { RecordManifest, RecordServer } from '../crud/record-server.ts';
import { textField, type ColumnValues, type TrackedField } from './history-field.ts';
import { deletedRoutes } from './deleted-routes.ts';
import { defineHistory, type HistoryCall, type RecordHistory } from './history-routes.ts';

/** The fields of a record's names, labelled `label` in each language. */
export function nameFields(label: string, column = 'name'): TrackedField[] {
  return languages.map((language) =>
    textField(`${column}_${language}`, ({ text }) =>
      text('kernel:records.nameIn', { title: text(label), language: text(`kernel:language.${language}`) }),
    ),
  );
}

/** The options of the history of a declared record. */
export interface RecordHistoryOptions<M extends Manifest> {
  /** The fields of its form besides the names and texts, in its order. Other columns are not stored. */
  readonly fields?: readonly TrackedField[];
  /** The labels of the name (`name`) and the further texts; `<plugin>:<key>` by default. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Stores the versions of deleted records, which can be restored; only for records without personal data. */
  readonly keepsDeleted?: true;
  /** Describes further changes that a restore would make, in the language of the call. */
  notes?(
    call: HistoryCall<M>,
    restored: { readonly id: number; readonly columns: ColumnValues },
  ): Promise<readonly string[]>;
  /** Wraps `write`, which changes the record like its call, with further steps of a restore. */
  restore?(
    call: HistoryCall<M>,
    restored: { readonly id: number; readonly columns: ColumnValues },
    write: () => Promise<void>,
  ): Promise<void>;
}

/**
 * Stores the changes of a declared record, and creates the calls that read and restore them.
 *
 * @example const history = recordHistory(directions, direction, server, {});
 */
export function recordHistory<const R extends RecordDefinition>(
  manifest: RecordManifest<R['name']>,
  record: R,
  server: Pick<RecordServer<RecordOf<R>, RecordBodyOf<R>>, 'find' | 'change'> &
    Partial<Pick<RecordServer<RecordOf<R>, RecordBodyOf<R>>, 'create'>>,
  options: RecordHistoryOptions<RecordManifest>,
): RecordHistory;
export function recordHistory(
  manifest: RecordManifest,
  record: RecordDefinition,
  server: Pick<RecordServer<NamedRecord, Names>, 'find' | 'change'> &
    Partial<Pick<RecordServer<NamedRecord, Names>, 'create'>>,
  { fields: ownFields = [], labels = {}, keepsDeleted, notes, restore }: RecordHistoryOptions<RecordManifest>,
): RecordHistory {
  const { name, table, path, access, plugin } = record;
  const names = ['name', ...Object.keys(record.texts)].flatMap((key) =>
    nameFields(labels[key] ?? `${plugin}:${key}`, key),
  );
  const fields = [...names, ...ownFields];
  const history = defineHistory(manifest, {
    tracked: { kind: name, table, ...(keepsDeleted ? { keepsDeleted } : {}) },
    fields,
    path,
    access,
    id: idParamSchema,
    find: (call, id, options) => server.find(call, id, options),
    ...(notes
      ? {
          notes: (call: HistoryCall<RecordManifest>, id: number, columns: ColumnValues) =>
            notes(call, { id, columns }),
        }
      : {}),
    async restore(call, id, columns) {
      const write = () =>
        server.change(call, id, {
          verb: 'restore',
          bodyOf: (before) => bodyOf(record, before, columns),
          isResponse: false,
        });
      if (!restore) return write();
      await restore(call, { id, columns }, async () => void (await write()));
      return server.find(call, id);
    },
  });
  if (!keepsDeleted) return history;
  const { create } = server;
  if (!create) throw new Error(`deleted records of ${name} are restored by \`create\`: declare it too`);
  // The list of deleted records is not restricted to an area.
  if (access !== superAdmin) throw new Error(`deleted records of ${name} require access for super admins`);
  const deleted = deletedRoutes(manifest, {
    tracked: history.tracked,
    fields,
    path,
    access,
    add: (call, columns) =>
      create(call, bodyOf(record, null, columns), { verb: 'restore', isResponse: false }),
  });
  return { ...history, routes: [...history.routes, ...deleted] };
}

/** The body of a record with some old columns; with old columns only if there is no record. */
function bodyOf(record: RecordDefinition, before: NamedRecord | null, columns: ColumnValues): Names {
  const now: Readonly<Record<string, unknown>> = { ...before };
  const blocks = languages.map((language) => {
    const texts = ['name', ...Object.keys(record.texts)].map((key) => {
      const column = `${key}_${language}`;
      const own: Readonly<Record<string, unknown>> = { ...before?.[language] };
      return [key, Object.hasOwn(columns, column) ? columns[column] : own[key]];
    });
    return [language, Object.fromEntries(texts)];
  });
  const input = Object.keys(record.input).map((key) => [
    key,
    Object.hasOwn(columns, key) ? columns[key] : now[key],
  ]);
  const read = record.bodySchema.safeParse(Object.fromEntries([...blocks, ...input]));
  if (!read.success) throw fail('invalid', { fields: problemsOf(read.error.issues) });
  // Sound: the schema of a body contains the names.
  return read.data as Names;
}
