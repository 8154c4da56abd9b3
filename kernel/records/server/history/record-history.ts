import { fail, idParamSchema, type Names } from '#kernel/contract/index.ts';
import { problemsOf } from '#kernel/contract/issues.ts';
import type { RecordBodyOf, RecordDefinition, RecordOf } from '#kernel/records/contract/define-record.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import type { NamedRecord } from '../crud/record-store.ts';
import type { RecordManifest, RecordServer } from '../crud/record-server.ts';
import { textField, type ColumnValues, type TrackedField } from './history-field.ts';
import { defineHistory, type RecordHistory } from './history-routes.ts';

/** The fields of the names of a record, which its form calls `label` in each language. */
export function nameFields(label: string, column = 'name'): TrackedField[] {
  return languages.map((language) =>
    textField(`${column}_${language}`, ({ text }) =>
      text('kernel:records.nameIn', { title: text(label), language: text(`kernel:language.${language}`) }),
    ),
  );
}

/**
 * Keeps the changes of a declared record, with the calls that read and restore them; `fields` are those of its form beside the
 * names. Of a body the declared fields alone are kept.
 *
 * @example const history = recordHistory(directions, direction, server, []);
 */
export function recordHistory<const R extends RecordDefinition>(
  manifest: RecordManifest<R['name']>,
  record: R,
  server: Pick<RecordServer<RecordOf<R>, RecordBodyOf<R>>, 'find' | 'change'>,
  fields: readonly TrackedField[],
): RecordHistory;
export function recordHistory(
  manifest: RecordManifest,
  record: RecordDefinition,
  server: Pick<RecordServer<NamedRecord, Names>, 'find' | 'change'>,
  fields: readonly TrackedField[],
): RecordHistory {
  const { name, table, path, access, plugin } = record;
  const names = [
    nameFields(`${plugin}:name`),
    ...Object.keys(record.texts).map((text) => nameFields(`${plugin}:${text}`, text)),
  ];
  return defineHistory(manifest, {
    tracked: { kind: name, table },
    fields: [...names.flat(), ...fields],
    path,
    access,
    id: idParamSchema,
    find: (call, id, options) => server.find(call, id, options),
    restore: (call, id, columns) =>
      server.change(call, id, {
        verb: 'restore',
        bodyOf: (before) => bodyOf(record, before, columns),
        isResponse: false,
      }),
  });
}

/** A record as it is sent in, with some columns as they were. */
function bodyOf(record: RecordDefinition, before: NamedRecord, columns: ColumnValues): Names {
  const now = before as NamedRecord & Readonly<Record<string, unknown>>;
  const blocks = languages.map((language) => {
    const texts = ['name', ...Object.keys(record.texts)].map((key) => {
      const column = `${key}_${language}`;
      const own: Readonly<Record<string, unknown>> = { ...now[language] };
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
  // Sound: the schema of a body has the names.
  return read.data as Names;
}
