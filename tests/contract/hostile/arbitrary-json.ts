import fc from 'fast-check';
import type { Schema } from '../document.ts';

const bounds = { number: 1e15, length: 12, items: 4 };

/** Unexpected texts: other Unicode planes, terminators and quotes, names with a meaning in some system. */
export const hostileTexts = fc.oneof(
  fc.constantFrom(
    '', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\u202e\u200b\ufeff', '\r\nx-evil: 1', '\u{1f9ff}'.repeat(40),
    '../../../../etc/passwd', '..%2f..%2f', '%00', '%', '%E0%A4%A', '\\', '\\u0000', "'; drop table admins; --", '" or 1=1',
    '%_%_%', '$1', '{{7*7}}', '${7*7}', '<script>alert(1)</script>', '__proto__', 'constructor', 'toString', 'hasOwnProperty',
    'null', 'undefined', 'true', 'NaN', 'Infinity', '-0', '1e309', '0x10', '9007199254740993', '99999999999999999999999999',
    '2026-02-30', '0000-00-00', '275760-09-13', '-271821-04-20', '2026-11-21T25:61:61Z', 'ʻʼ‘’`´', 'İıſK', '١٢٣',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.integer({ min: 300, max: 20_000 }).map((length) => 'я'.repeat(length)),
  fc.integer({ min: 1, max: 300 }).map((length) => '('.repeat(length) + '%'.repeat(length)),
); // prettier-ignore

/** Any JSON, some of it hostile. */
export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  hostileTexts,
  fc.constantFrom<unknown>(
    null, true, false, 0, -0, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[]], [null], { id: 1 }, { $ne: 1 },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 50, max: 2000 }).map(nested),
  fc.constant(JSON.parse('{"__proto__":{"role":"super_admin"},"constructor":{"prototype":{"x":1}}}') as unknown),
); // prettier-ignore

/** Values that a schema allows; `strange` is the percentage of hostile ones. */
export function valuesOf(schema: Schema, strange: number): fc.Arbitrary<unknown> {
  const usual = allowedBy(schema, strange);
  if (strange === 0) return usual;
  return fc.oneof({ arbitrary: usual, weight: 100 - strange }, { arbitrary: hostileValues, weight: strange });
}

function allowedBy(schema: Schema, strange: number): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const branches = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (branches) return fc.oneof(...branches.map((branch) => valuesOf(branch, strange)));
  const types = [schema['type'] ?? 'any'].flat() as string[];
  return fc.oneof(...types.map((type) => ofType(type, schema, strange)));
}

function ofType(type: string, schema: Schema, strange: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objects(schema, strange);
    case 'array':
      return lists(schema, strange);
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer(rangeOf(schema)));
    case 'number':
      return fc.double({ ...rangeOf(schema), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function lists(schema: Schema, strange: number): fc.Arbitrary<unknown> {
  const first = schema['prefixItems'] as Schema[] | undefined;
  if (first) return fc.tuple(...first.map((item) => valuesOf(item, strange)));
  const minLength = Number(schema['minItems'] ?? 0);
  return fc.array(valuesOf((schema['items'] as Schema | undefined) ?? {}, strange), {
    minLength,
    maxLength: Math.max(minLength, bounds.items),
  });
}

function objects(schema: Schema, strange: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const required = new Set((schema['required'] ?? []) as string[]);
  const named = fc.record(Object.fromEntries(properties.map(([name, of]) => [name, valuesOf(of, strange)])), {
    requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
  });
  if (strange === 0) return named;
  const more = fc.dictionary(
    fc.oneof(fc.constantFrom('id', 'role', 'createdAt'), hostileTexts),
    fc.constant(1),
    {
      maxKeys: 1,
    },
  );
  const less = fc.constantFrom(null, ...properties.map(([name]) => name));
  return fc
    .tuple(
      named,
      fc.oneof({ arbitrary: fc.constant({}), weight: 9 }, { arbitrary: more, weight: 1 }),
      fc.nat(99),
      less,
    )
    .map(([own, other, chance, name]) => {
      const all: Record<string, unknown> = { ...own, ...other };
      if (name !== null && chance < strange) delete all[name];
      return all;
    });
}

function texts(schema: Schema): fc.Arbitrary<string> {
  const format = schema['format'];
  if (format === 'date') return dates().map((moment) => moment.slice(0, 10));
  if (format === 'date-time') return dates();
  const pattern = schema['pattern'];
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  const minLength = Number(schema['minLength'] ?? 0);
  const max = Math.min(Number(schema['maxLength'] ?? bounds.length), Math.max(bounds.length, minLength));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, max) });
}

function dates(): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());
}

function rangeOf(schema: Schema): { min: number; max: number } {
  const low = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -bounds.number);
  const high = Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? bounds.number);
  return { min: Math.max(low, -bounds.number), max: Math.min(high, bounds.number) };
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
