import { isRecord, recordOf } from '#kernel/domain/values/is-record.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';

/** A part of a JSON Schema, as far as forms support it. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly description?: string;
  readonly writeOnly?: boolean;
}

/** How a setting is entered; settings without a matching control are entered as JSON. */
export type SettingKind =
  'switch' | 'number' | 'choice' | 'choices' | 'text' | 'longText' | 'lines' | 'secret' | 'group' | 'json';

/** The control for a schema. */
export function kindOf(schema: JsonSchema): SettingKind {
  const { type } = schema;
  if (schema.writeOnly && type === 'string') return 'secret';
  if (schema.enum?.every((value) => typeof value === 'string')) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string') return (schema.maxLength ?? 0) > 300 ? 'longText' : 'text';
  if (type === 'array' && schema.items) {
    const of = kindOf(schema.items);
    if (of === 'choice') return 'choices';
    if (of === 'text' || of === 'longText') return 'lines';
  }
  if (type === 'object' && schema.properties) return 'group';
  return 'json';
}

/** The values of the fields as in the schema, except that lines and JSON are texts as typed. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Converts settings into form values. */
export function toForm(schema: JsonSchema, values: FormValues): FormValues {
  return eachOf(schema, (key, part) => {
    const value = values[key] ?? part.default;
    switch (kindOf(part)) {
      case 'group':
        return toForm(part, recordOf(value));
      case 'lines':
        return Array.isArray(value) ? value.join('\n') : '';
      case 'json':
        return value === undefined ? '' : JSON.stringify(value, null, 2);
      case 'choices':
        return Array.isArray(value) ? value : [];
      case 'switch':
        return value === true;
      case 'number':
      case 'choice':
        return value ?? null;
      case 'text':
      case 'longText':
      case 'secret':
        return typeof value === 'string' ? value : '';
    }
  });
}

/** Converts form values into settings; invalid JSON is returned by its path. */
export function fromForm(
  schema: JsonSchema,
  form: FormValues,
  path = '',
): { readonly values: FormValues; readonly broken: readonly string[] } {
  const broken: string[] = [];
  const values = eachOf(schema, (key, part) => {
    const value = form[key];
    const here = path === '' ? key : `${path}.${key}`;
    switch (kindOf(part)) {
      case 'group': {
        const inner = fromForm(part, recordOf(value), here);
        broken.push(...inner.broken);
        return inner.values;
      }
      case 'lines':
        return linesOf(value);
      case 'json':
        try {
          return value === '' ? undefined : (JSON.parse(String(value)) as unknown);
        } catch {
          broken.push(here);
          return undefined;
        }
      default:
        return value ?? undefined;
    }
  });
  return { values, broken };
}

/** The settings that another admin has saved, with the changes made here applied on top. */
export function rebased(form: FormValues, before: FormValues, saved: FormValues): FormValues {
  const pairs = Object.entries(saved).map(([key, value]) => {
    const [mine, old] = [form[key], before[key]];
    if (sameValues(mine, old)) return [key, value];
    return [key, isRecord(mine) && isRecord(old) && isRecord(value) ? rebased(mine, old, value) : mine];
  });
  return { ...form, ...(Object.fromEntries(pairs) as FormValues) };
}

/** The paths of the settings that were changed here and, to something else, by the admin who has saved. */
export function contestedPaths(
  form: FormValues,
  before: FormValues,
  saved: FormValues,
  path = '',
): readonly string[] {
  return Object.entries(saved).flatMap(([key, theirs]) => {
    const [mine, old] = [form[key], before[key]];
    const here = path === '' ? key : `${path}.${key}`;
    if (isRecord(mine) && isRecord(old) && isRecord(theirs)) return contestedPaths(mine, old, theirs, here);
    return sameValues(mine, old) || sameValues(theirs, old) || sameValues(mine, theirs) ? [] : here;
  });
}

/** The part of a schema, or of the values of a form, at a dotted path. */
export function partAt(schema: JsonSchema, form: FormValues, path: string) {
  let part: { readonly schema: JsonSchema; readonly value: unknown } = { schema, value: form };
  for (const key of path.split('.')) {
    part = { schema: part.schema.properties?.[key] ?? {}, value: recordOf(part.value)[key] };
  }
  return part;
}

function eachOf(schema: JsonSchema, read: (key: string, part: JsonSchema) => unknown): FormValues {
  const pairs = Object.entries(schema.properties ?? {}).map(([key, part]) => [key, read(key, part)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

function linesOf(value: unknown): string[] {
  return String(value ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
