import { z } from 'zod';
import {
  idSchema,
  listQuerySchema,
  namesShape,
  optionSchema,
  pageSchema,
  recordShape,
  unpaginatedFilter,
  type Access,
  type Names,
} from '#kernel/contract/index.ts';

type NoShape = Record<never, never>;

/** The declaration of a kind of record with names: plain data, from which server and browser derive their parts. */
export interface RecordOptions<
  Fields extends z.ZodRawShape,
  Input extends z.ZodRawShape,
  OptionFields extends readonly (keyof Fields & string)[],
  Sorts extends readonly string[],
  Filters extends z.ZodRawShape,
  Texts extends z.ZodRawShape,
> {
  /** The plugin that owns the record: namespace of its texts, name of its list, prefix of its audit actions. */
  readonly plugin: string;
  readonly readOnly?: never;
  /** Replace the plugin's id as the list's name in the browser and as the prefix of audit actions. */
  readonly prefixes?: { readonly list: string; readonly action: string };
  /**
   * The name of one record, such as `direction`: the subject type in the audit log, and part of the event
   * `direction_change`.
   */
  readonly name: string;
  /** The type in the browser's cache, such as `Direction`. */
  readonly type: string;
  readonly table: string;
  /** The path of the calls: `GET directions`, `PUT directions/{id}`. */
  readonly path: string;
  /** The page of the list in the browser. */
  readonly page: string;
  /** Access to the paged list, to adding and to changing. */
  readonly access: Access;
  /** The field with the neighbourhood id; reading and writing are limited to the user's area. */
  readonly area?: 'id' | (keyof Fields & string);
  /** The field within whose value names are unique; by default they are unique everywhere. False: not unique. */
  readonly uniqueWithin?: (keyof Fields & keyof Input & string) | false;
  /** Further texts in each language, which the search includes. */
  readonly texts?: Texts;
  /** The fields of responses, besides id, names, author and times. */
  readonly fields?: Fields;
  /** The fields of request bodies, besides the names; each is a column of the table. */
  readonly input?: Input;
  /** The fields that selects need besides the names; false if no select reads the whole list. */
  readonly optionFields?: OptionFields | false;
  /** Sorts besides those by name, author and times. */
  readonly sorts?: Sorts;
  /** Filters besides `search`. */
  readonly filters?: Filters;
  /** The calls that exist, each with its summary in the API documentation. */
  readonly calls: {
    readonly list: string;
    readonly create: string;
    readonly update: string;
    readonly detail?: string;
    readonly remove?: string;
  };
}

const noSorts: readonly string[] = [];

function defineNamedRecord<
  Fields extends z.ZodRawShape = NoShape,
  Input extends z.ZodRawShape = NoShape,
  const OptionFields extends readonly (keyof Fields & string)[] = [],
  const Sorts extends readonly string[] = [],
  Filters extends z.ZodRawShape = NoShape,
  Texts extends z.ZodRawShape = NoShape,
>(options: RecordOptions<Fields, Input, OptionFields, Sorts, Filters, Texts>) {
  const fields = options.fields ?? ({} as Fields);
  const input = options.input ?? ({} as Input);
  const sorts = options.sorts ?? (noSorts as Sorts);
  const filters = options.filters ?? ({} as Filters);
  const texts = options.texts ?? ({} as Texts);
  const block = z.strictObject({ ...namesShape.uz.shape, ...texts });
  const names = { uz: block, ru: block };
  const isSelectable = options.optionFields !== false;
  const optionFields: readonly (keyof Fields & string)[] = options.optionFields || [];
  const picked = Object.fromEntries(optionFields.map((key) => [key, fields[key]]));
  const schema = z.object({ id: idSchema, ...names, ...fields, ...recordShape });
  const itemOption = optionSchema.extend(picked as Pick<Fields, OptionFields[number]>);
  return {
    ...options,
    fields,
    input,
    sorts,
    filters,
    texts,
    optionFields,
    isSelectable,
    prefixes: options.prefixes ?? { list: options.plugin, action: options.plugin },
    schema,
    optionSchema: itemOption,
    querySchema: listQuerySchema({
      sort: ['name', ...sorts, 'author', 'createdAt', 'updatedAt'],
      filters: { ...(isSelectable ? unpaginatedFilter : {}), ...filters },
    }),
    listSchema: isSelectable ? z.union([z.array(itemOption), pageSchema(schema)]) : pageSchema(schema),
    bodySchema: z.strictObject({ ...names, ...input }),
  } as const;
}

/** A filter by which rows are counted: the column of the counters, and the value that stands for "any". */
export interface FacetOptions {
  readonly column: string;
  readonly any: '*' | '' | 0;
}

/** The declaration of a kind of record with its own writes, whose list is too long to count for each page. */
interface ReadOnlyOptions<
  Fields extends z.ZodRawShape,
  Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
  DetailFields extends readonly (keyof Fields & string)[],
  Authored extends boolean,
> extends Pick<
  NamedDefinition,
  'plugin' | 'prefixes' | 'name' | 'type' | 'table' | 'path' | 'page' | 'access'
> {
  readonly readOnly: true;
  /** The field with the neighbourhood id; reading is limited to the user's area. */
  readonly area?: keyof Fields & string;
  /** The fields of responses, besides id, author and times. */
  readonly fields: Fields;
  /** Whether responses include the author. */
  readonly authored?: Authored;
  /** The fields that the browser reads only with a single record. */
  readonly detailFields?: DetailFields;
  readonly sorts: Sorts;
  readonly filters: Filters;
  /** The filters by which rows are counted, in the order of the counters' columns. */
  readonly facets?: Readonly<Partial<Record<keyof NoInfer<Filters> & string, FacetOptions>>>;
  readonly calls: { readonly list: string; readonly detail: string };
}

function defineReadOnlyRecord<
  Fields extends z.ZodRawShape,
  Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
  const DetailFields extends readonly (keyof Fields & string)[] = [],
  Authored extends boolean = false,
>(options: ReadOnlyOptions<Fields, Sorts, Filters, DetailFields, Authored>) {
  const { plugin, fields, sorts, filters } = options;
  const { author, ...times } = recordShape;
  const ending = options.authored ? { author, ...times } : times;
  const schema = z.object({ id: idSchema, ...fields, ...(ending as EndingOf<Authored>) });
  return {
    ...options,
    prefixes: options.prefixes ?? { list: plugin, action: plugin },
    schema,
    querySchema: listQuerySchema({ sort: sorts, filters }),
    listSchema: pageSchema(schema),
  } as const;
}

/** The last fields of a record. */
type EndingOf<Authored extends boolean> = Authored extends true
  ? typeof recordShape
  : Omit<typeof recordShape, 'author'>;

/**
 * Declares a kind of record. For one with names, `recordServer` creates store, calls and search, and `recordDocuments`
 * and `recordListPage` create queries and page. For a `readOnly` one, `readOnlyRoutes` and `recordDocuments` create
 * only the reads; its plugin implements the writes.
 *
 * @example
 * export const category = defineRecord({
 *   plugin: 'household_categories', name: 'household_category', type: 'HouseholdCategory',
 *   table: 'household_categories', path: 'household-categories', page: '/household_categories',
 *   access: superAdmin, fields: { color: z.string() }, input: { color: colorSchema }, optionFields: ['color'],
 *   calls: { list: 'Household categories', create: 'Adds a category', update: 'Changes a category' },
 * });
 */
export function defineRecord<
  Fields extends z.ZodRawShape = NoShape,
  Input extends z.ZodRawShape = NoShape,
  const OptionFields extends readonly (keyof Fields & string)[] = [],
  const Sorts extends readonly string[] = [],
  Filters extends z.ZodRawShape = NoShape,
  Texts extends z.ZodRawShape = NoShape,
>(
  options: RecordOptions<Fields, Input, OptionFields, Sorts, Filters, Texts>,
): ReturnType<typeof defineNamedRecord<Fields, Input, OptionFields, Sorts, Filters, Texts>>;
export function defineRecord<
  Fields extends z.ZodRawShape,
  const Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
  const DetailFields extends readonly (keyof Fields & string)[] = [],
  Authored extends boolean = false,
>(
  options: ReadOnlyOptions<Fields, Sorts, Filters, DetailFields, Authored>,
): ReturnType<typeof defineReadOnlyRecord<Fields, Sorts, Filters, DetailFields, Authored>>;
export function defineRecord(options: NamedDefinition | ReadOnlyDefinition): object {
  return options.readOnly ? defineReadOnlyRecord(options) : defineNamedRecord(options);
}

type NamedDefinition = RecordOptions<
  z.ZodRawShape,
  z.ZodRawShape,
  readonly string[],
  readonly string[],
  z.ZodRawShape,
  z.ZodRawShape
>;
type ReadOnlyDefinition = ReadOnlyOptions<
  z.ZodRawShape,
  readonly [string, ...string[]],
  z.ZodRawShape,
  readonly string[],
  boolean
>;

/** The query of a list of records, besides the declared filters. */
export interface RecordQuery {
  readonly page: number;
  readonly limit: number;
  readonly search?: string | undefined;
  readonly sort_by?: string | undefined;
  readonly sort_order?: 'asc' | 'desc' | undefined;
  /** `false` for the options of a select. */
  readonly pagination?: unknown;
}

/** A declared record with any fields; the result of {@link defineRecord}. */
export interface RecordDefinition extends NamedDefinition {
  readonly prefixes: { readonly list: string; readonly action: string };
  readonly fields: z.ZodRawShape;
  readonly input: z.ZodRawShape;
  readonly texts: z.ZodRawShape;
  readonly optionFields: readonly string[];
  readonly isSelectable: boolean;
  readonly sorts: readonly string[];
  readonly filters: z.ZodRawShape;
  readonly schema: z.ZodType;
  readonly optionSchema: z.ZodType;
  readonly querySchema: z.ZodType<RecordQuery>;
  readonly listSchema: z.ZodType;
  readonly bodySchema: z.ZodType<Names & Readonly<Record<string, unknown>>>;
}

/** A declared record with only generated reads, with any fields. */
export interface ReadOnlyRecord extends ReadOnlyDefinition {
  readonly prefixes: { readonly list: string; readonly action: string };
  readonly schema: z.ZodObject;
  readonly querySchema: z.ZodType;
  readonly listSchema: z.ZodType;
}

/** A record in a response. */
export type RecordOf<R extends { readonly schema: z.ZodType }> = z.output<R['schema']>;
/** A record as lists show it. */
export type ListedOf<R extends ReadOnlyRecord> = Omit<RecordOf<R>, NonNullable<R['detailFields']>[number]>;
/** The filters of a record's list, besides `search`. */
export type FiltersOf<R extends { readonly filters: z.ZodRawShape }> = z.output<z.ZodObject<R['filters']>>;
/** A record as selects need it. */
export type RecordOptionOf<R extends RecordDefinition> = z.output<R['optionSchema']>;
/** A validated request body of a record. */
export type RecordBodyOf<R extends RecordDefinition> = z.output<R['bodySchema']>;

/** The texts that a declared record's page reads from its plugin. */
export const recordTexts = [
  'menu.title',
  'name',
  'nameRequired',
  'search',
  'empty',
  'addTitle',
  'editTitle',
  'added',
  'updated',
] as const;
export type RecordText = (typeof recordTexts)[number];
