import type { z } from 'zod';
import { personalKindOf, type PersonalKind } from '#kernel/contract/access/personal.ts';
import { maskJshshir, maskNumbersIn, maskPassport } from '#kernel/domain/text/index.ts';
import { isRecord } from '#kernel/domain/values/is-record.ts';

type Masker = (value: unknown) => unknown;
type AnySchema = z.core.$ZodType;

/** The mask of each kind; masked values are returned unchanged. */
const masks: Readonly<Record<PersonalKind, (value: string) => string>> = {
  jshshir: maskJshshir,
  passport: (number) => maskPassport('', number),
  birthday: (day) => day.slice(0, 4),
  text: maskNumbersIn,
  phone: (phone) => phone,
};

/** Masks the personal fields of a value, by their kinds in its schema; objects without personal fields are not copied. */
export type MaskPersonal = <Value>(schema: AnySchema, value: Value) => Value;

/** Creates the masking function of a server, which compiles each schema once. */
export function createMasks(): MaskPersonal {
  const maskerOf = createCompiler();
  return <Value>(schema: AnySchema, value: Value) => {
    const masker = maskerOf(schema);
    // Masking replaces only texts, by texts.
    return masker ? (masker(value) as Value) : value;
  };
}

/** Masks the personal fields of one value; for many values of a schema use {@link compileMask}. */
export function maskPersonal<Value>(schema: AnySchema, value: Value): Value {
  return compileMask<Value>(schema)(value);
}

/** Compiles a schema to a function that masks the personal fields of its values. */
export function compileMask<Value>(schema: AnySchema): (value: Value) => Value {
  const mask = createMasks();
  return (value) => mask(schema, value);
}

/** Kinds by field name, for data without a schema, such as a record beside an error. */
const kindsByName: Readonly<Record<string, PersonalKind>> = {
  personal_number: 'jshshir',
  passport_number: 'passport',
  birthday: 'birthday',
  planned_assistance: 'text',
  salary: 'text',
  note: 'text',
  message: 'text',
};

/** Masks the personal fields of a value without a schema by their names, at any depth. */
export function maskByName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskByName);
  if (!hasParts(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const kind = Object.hasOwn(kindsByName, name) ? kindsByName[name] : undefined;
      return [name, kind && typeof part === 'string' ? masks[kind](part) : maskByName(part)];
    }),
  );
}

/** The masker of a schema; null for one without personal fields. */
type Compile = (schema: AnySchema) => Masker | null;

/** Compiles each schema once. */
function createCompiler(): Compile {
  const maskers = new WeakMap<AnySchema, Masker | null>();
  function compile(schema: AnySchema): Masker | null {
    const known = maskers.get(schema);
    if (known !== undefined) return known;
    // A recursive schema is looked up when a value is masked.
    maskers.set(schema, (value) => maskers.get(schema)?.(value) ?? value);
    const masker = makeMasker(schema, compile);
    maskers.set(schema, masker);
    return masker;
  }
  return compile;
}

function makeMasker(schema: AnySchema, maskerOf: Compile): Masker | null {
  const kind = personalKindOf(schema);
  if (kind) return (value) => maskTexts(value, masks[kind]);
  const parts = partsOf(schema);
  const fields = Object.entries(parts.fields ?? {}).flatMap(([name, part]) => {
    const masker = maskerOf(part);
    return masker ? [[name, masker] as const] : [];
  });
  const items = (parts.items ?? []).flatMap((part) => maskerOf(part) ?? []);
  const values = (parts.values ?? []).flatMap((part) => maskerOf(part) ?? []);
  const same = (parts.same ?? []).flatMap((part) => maskerOf(part) ?? []);
  if (fields.length + items.length + values.length + same.length === 0) return null;
  const all = (maskersOfPart: readonly Masker[], value: unknown) =>
    maskersOfPart.reduce((before, masker) => masker(before), value);
  return (value) => {
    const whole = all(same, value);
    if (Array.isArray(whole)) return items.length > 0 ? whole.map((item) => all(items, item)) : whole;
    if (!hasParts(whole)) return whole;
    if (values.length > 0) {
      return Object.fromEntries(Object.entries(whole).map(([name, part]) => [name, all(values, part)]));
    }
    // Copied only if a field changes; other responses, such as files, are not objects of the schema.
    let copy: Record<string, unknown> | null = null;
    for (const [name, mask] of fields) {
      if (!Object.hasOwn(whole, name)) continue;
      const masked = mask(whole[name]);
      if (masked !== whole[name]) (copy ??= { ...whole })[name] = masked;
    }
    return copy ?? whole;
  };
}

/** The schemas inside a schema: of fields, of list items, of record values, and wrapped ones. */
export interface SchemaParts {
  readonly fields?: Readonly<Record<string, AnySchema>>;
  readonly items?: readonly AnySchema[];
  readonly values?: readonly AnySchema[];
  readonly same?: readonly AnySchema[];
}

/** Takes a schema apart by one level; a scalar has no parts. */
export function partsOf(schema: AnySchema): SchemaParts {
  // `$ZodType` is the base of all kinds of schemas; only their union can be discriminated.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return { fields: def.shape };
    case 'array':
      return { items: [def.element] };
    case 'tuple':
      return { items: def.rest ? [...def.items, def.rest] : def.items };
    case 'record':
      return { values: [def.valueType] };
    case 'union':
      return { same: def.options };
    case 'intersection':
      return { same: [def.left, def.right] };
    case 'pipe':
      return { same: [def.in, def.out] };
    case 'lazy':
      return { same: [def.getter()] };
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
    case 'promise':
      return { same: [def.innerType] };
    default:
      return {};
  }
}

function maskTexts(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  return Array.isArray(value) ? value.map((item) => maskTexts(item, mask)) : value;
}

/** Whether a value has named parts, unlike a date. */
function hasParts(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !(value instanceof Date);
}
