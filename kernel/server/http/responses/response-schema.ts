import { z } from 'zod';
import { sameValues } from '#kernel/domain/values/same-values.ts';

type Json = { [key: string]: unknown };

/**
 * The JSON Schema of a response in the form that the compiled serializer handles fast: nullable types without `anyOf`,
 * objects that drop unknown fields, uniform lists instead of tuples.
 */
export function responseJsonSchema(schema: z.ZodType): Json {
  const json = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string' });
    },
  }) as Json;
  return slim(json);
}

function slim(node: Json): Json {
  const branches = (node['anyOf'] ?? node['oneOf']) as Json[] | undefined;
  if (branches) return slimUnion(node, branches);
  const out: Json = {};
  if (node['$ref'] !== undefined) return { $ref: node['$ref'] };
  if (node['const'] !== undefined) return { const: node['const'] };
  if (node['allOf'] !== undefined) out['allOf'] = (node['allOf'] as Json[]).map(slim);
  Object.assign(out, slimType(node['type']));
  if (node['properties'] !== undefined) {
    out['properties'] = mapValues(node['properties'] as Record<string, Json>, slim);
  }
  if (node['required'] !== undefined) out['required'] = node['required'];
  if (typeof node['additionalProperties'] === 'object') {
    out['additionalProperties'] = slim(node['additionalProperties'] as Json);
  }
  if (node['items'] !== undefined) out['items'] = slimItems(node['items'] as Json | Json[]);
  if (node['definitions'] !== undefined) {
    out['definitions'] = mapValues(node['definitions'] as Record<string, Json>, slim);
  }
  return out;
}

/** Formats and bounds are omitted: input was validated, and a `Date` is serialized as a string. */
function slimType(type: unknown): Json {
  if (type === undefined) return {};
  if (!Array.isArray(type)) return { type };
  const kinds = type.filter((kind) => kind !== 'null');
  if (kinds.length !== 1) return {};
  return kinds.length < type.length ? { type: kinds[0], nullable: true } : { type: kinds[0] };
}

function slimUnion(node: Json, all: Json[]): Json {
  const nullable = all.some((branch) => branch['type'] === 'null');
  const branches = all.filter((branch) => branch['type'] !== 'null');
  const [only] = branches;
  const definitions = node['definitions'] as Record<string, Json> | undefined;
  const extra = definitions ? { definitions: mapValues(definitions, slim) } : {};
  if (only && branches.length === 1) {
    const inner = slim(only);
    if (!nullable) return { ...inner, ...extra };
    if (typeof inner['type'] === 'string') return { ...inner, nullable: true, ...extra };
    return { anyOf: [{ type: 'null' }, inner], ...extra };
  }
  // Scalars of several types need no branch: the value determines how it is written.
  if (branches.every(isScalar)) return { ...extra };
  return { anyOf: [...(nullable ? [{ type: 'null' }] : []), ...branches.map(slim)], ...extra };
}

function isScalar(branch: Json): boolean {
  return ['string', 'number', 'integer', 'boolean'].includes(String(branch['type']));
}

function slimItems(items: Json | Json[]): Json {
  if (!Array.isArray(items)) return slim(items);
  const kinds = items.map(slim);
  const [first = {}] = kinds;
  return kinds.every((kind) => sameValues(kind, first)) ? first : {};
}

function mapValues(record: Record<string, Json>, change: (value: Json) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
