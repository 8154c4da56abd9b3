import type { ComponentType, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { Names, Person } from '#kernel/contract/http/wire.ts';
import type { RecordDefinition, RecordOf, RecordText } from '#kernel/records/contract/index.ts';
import { useText } from '#kernel/client/i18n/i18n.ts';
import { useName } from '#kernel/client/i18n/language-store.ts';
import type { RecordsDocument } from '../data/documents.ts';
import type { Fact } from '../form/conflict-dialog.tsx';
import { NameFields } from '../form/name-fields.tsx';
import { RecordDialog } from '../form/record-dialog.tsx';
import { useEditor } from '../form/use-editor.ts';
import { useNameFacts } from '../form/use-name-facts.ts';
import type { RecordForm, RecordFormProps } from '../form/record-form.ts';
import { useRecordForm } from '../form/use-record-form.ts';
import type { ListFilter } from '../list/list-tools.tsx';
import type { RecordColumn } from '../list/list-view.ts';
import { useAuthorshipColumns, useNameColumns, type AuthorshipOptions } from '../list/record-columns.tsx';
import { RecordList } from '../list/record-list.tsx';
import { useRecords } from '../list/use-records.ts';

interface ListedRecord extends Names {
  readonly id: number;
  readonly author: Person | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Values of a form's fields besides the names. */
type ExtraValues<Values> = Omit<Values, keyof Names>;

/** Parts of a declared record's page besides names and authors. */
export interface RecordListParts<Item, Values extends FieldValues & Names, Filter extends string> {
  /** Formats a name, for example with MFY after it. */
  readonly formatName?: (name: string) => string;
  /** The columns between names and author. */
  readonly columns?: readonly RecordColumn<Item>[];
  /** The options of the columns of authors and times. */
  readonly authorship?: AuthorshipOptions;
  readonly filters?: readonly ListFilter<Filter>[];
  /** The fields of the form besides the names. */
  readonly form?: {
    /** The initial values; `filters` are the active filters of the list. */
    readonly valuesOf: (
      record: Item | null,
      filters: Readonly<Partial<Record<Filter, string>>>,
    ) => ExtraValues<Values>;
    /** The messages for empty fields. */
    readonly required: Readonly<Record<string, string>>;
    /** The fields as facts to compare two versions, in the order of the form. */
    readonly facts: (values: Values, names: readonly Fact[]) => readonly Fact[];
    readonly render: (handle: RecordForm<Item, Values>, names: ReactNode) => ReactNode;
  };
}

/** The parts of a declared record that its page needs. */
interface ListedDefinition<Item, Filter extends string> {
  readonly plugin: string;
  readonly path: string;
  readonly filters: Readonly<Record<Filter, unknown>>;
  readonly schema: z.ZodType<Item>;
  readonly bodySchema: z.ZodType<Names>;
}

/**
 * Creates the page of a declared record: the list, and the dialog that adds and changes records. Its texts are the
 * plugin's `recordTexts`.
 *
 * @example export const ListPage = recordListPage(direction, directionDocuments.page);
 */
export function recordListPage<
  R extends RecordDefinition & ListedDefinition<ListedRecord, string>,
  Values extends FieldValues & Names = z.input<R['bodySchema']> & FieldValues & Names,
>(
  record: R,
  document: RecordsDocument<RecordOf<R> & ListedRecord>,
  useParts: () => RecordListParts<
    RecordOf<R> & ListedRecord,
    Values,
    keyof R['filters'] & string
  > = () => ({}),
): ComponentType {
  return listPage<RecordOf<R> & ListedRecord, Values, keyof R['filters'] & string>(
    record,
    document,
    useParts,
  );
}

type ListDefinition = Pick<RecordDefinition, 'plugin' | 'prefixes' | 'path' | 'filters' | 'bodySchema'>;

function listPage<Item extends ListedRecord, Values extends FieldValues & Names, Filter extends string>(
  definition: ListDefinition,
  document: RecordsDocument<Item>,
  useParts: () => RecordListParts<Item, Values, Filter>,
): ComponentType {
  const { plugin } = definition;

  return function ListPage() {
    const text = useRecordText(plugin);
    const nameOf = useName();
    const parts = useParts();
    const records = useRecords<Item, Filter>({
      name: definition.prefixes.list,
      filters: Object.keys(definition.filters) as Filter[],
      document,
      sort: { key: 'name', direction: 'up' },
    });
    const editor = useEditor<Item>(records);
    const formatName = parts.formatName ?? String;
    const names = useNameColumns({ title: text('name'), formatName });
    const authorship = useAuthorshipColumns(parts.authorship);
    return (
      <>
        <RecordList
          records={records}
          title={text('menu.title')}
          columns={[...names, ...(parts.columns ?? []), ...authorship]}
          searchLabel={text('search')}
          filters={parts.filters}
          emptyText={text('empty')}
          onAdd={editor.add}
          onEdit={editor.edit}
          nameOf={(item) => formatName(nameOf(item))}
        />
        {editor.open ? (
          <ListedRecordForm
            key={editor.open.key}
            definition={definition}
            document={document}
            record={editor.open.record}
            parts={parts.form}
            filters={records.list.filters}
            onClose={editor.close}
          />
        ) : null}
      </>
    );
  };
}

interface FormProps<
  Item extends ListedRecord,
  Values extends FieldValues & Names,
  Filter extends string,
> extends RecordFormProps<Item> {
  readonly definition: ListDefinition;
  readonly document: RecordsDocument<Item>;
  readonly parts: RecordListParts<Item, Values, Filter>['form'];
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
}

function ListedRecordForm<
  Item extends ListedRecord,
  Values extends FieldValues & Names,
  Filter extends string,
>({
  definition: { plugin, path, bodySchema },
  document,
  record,
  parts,
  filters,
  onClose,
}: FormProps<Item, Values, Filter>) {
  const text = useRecordText(plugin);
  const nameOf = useName();
  const nameFacts = useNameFacts(text('name'));
  const missing = text('nameRequired');
  const handle = useRecordForm<Item, Values, Names>({
    name: plugin,
    path,
    record,
    schema: bodySchema as z.ZodType<Names>,
    // Sound: a form's values are its names and those of its parts, as its type says.
    valuesOf: (from) =>
      ({
        uz: { name: from?.uz.name ?? '' },
        ru: { name: from?.ru.name ?? '' },
        ...parts?.valuesOf(from, filters),
      }) as Values,
    required: { 'uz.name': missing, 'ru.name': missing, ...parts?.required },
    saved: (body, created) => (created ? text('added', { name: nameOf(body) }) : text('updated')),
    documents: [document],
    onDone: onClose,
  });
  const names = <NameFields handle={handle} label={text('name')} />;
  return (
    <RecordDialog
      handle={handle}
      title={text(handle.creating ? 'addTitle' : 'editTitle')}
      facts={(values) => parts?.facts(values, nameFacts(values)) ?? nameFacts(values)}
      onClose={onClose}
      history={plugin}
    >
      {parts ? parts.render(handle, names) : names}
    </RecordDialog>
  );
}

function useRecordText(plugin: string) {
  const t = useText(plugin);
  return (key: RecordText, params: Readonly<Record<string, string>> = {}): string => t(key, params);
}
