import { z } from 'zod';
import {
  deploymentAnswerSchema,
  errorBodySchema,
  permissionsOf,
  anyone,
  signedIn,
  type Access,
} from '#kernel/contract/index.ts';
import { knownAnswerSchema, searchAnswerSchema } from '#kernel/contract/search.ts';
import type { ApiRoute } from '../plugin.ts';
import type { Runtime } from '../runtime.ts';
import { knownQuerySchema, searchQuerySchema } from '../search/search-routes.ts';
import { rawAnswerOf } from './raw-answers.ts';
import { redirectSchema } from './redirect.ts';
import { orStreamed } from './stream.ts';

type Json = Record<string, unknown>;
type Described = Omit<ApiRoute, 'handle'>;

/** The calls of the kernel itself, described as those of plugins are. */
const kernelRoutes: readonly Described[] = [
  {
    method: 'GET',
    path: 'plugins',
    summary: 'What this installation is',
    access: anyone,
    answer: deploymentAnswerSchema,
  },
  {
    method: 'GET',
    path: 'search',
    summary: 'Search everything one may see',
    access: signedIn,
    query: searchQuerySchema,
    answer: orStreamed(searchAnswerSchema),
  },
  {
    method: 'GET',
    path: 'search/known',
    summary: 'What one found before, of that which one may still see',
    access: signedIn,
    query: knownQuerySchema,
    answer: knownAnswerSchema,
  },
];

/** The OpenAPI document of the enabled plugins, made of the same schemas that check what comes in. */
export function describeApi(runtime: Runtime, base: string): Json {
  const paths: Record<string, Json> = {};
  function add(tag: string, route: Described): void {
    const path = `${base}/${route.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[route.method.toLowerCase()] = describeRoute(tag, route);
  }
  for (const route of kernelRoutes) add('kernel', route);
  for (const { id, half } of runtime.halves) {
    if (runtime.registry.isEnabled(id)) for (const route of half.routes ?? []) add(id, route);
  }
  return {
    openapi: '3.1.0',
    info: { title: `${runtime.deployment.branding.name} API`, version: '1' },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBodySchema, 'output') },
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    },
  };
}

function describeRoute(tag: string, route: Described): Json {
  const error = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
  return {
    tags: [tag],
    summary: route.summary,
    description: describeAccess(route.access),
    security: route.access.rule === 'anyone' ? [] : [{ token: [] }],
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(route.method === 'GET' ? [] : [idempotencyKey]),
      ...(route.method === 'PUT' || route.method === 'DELETE' ? [ifMatch] : []),
    ],
    ...(route.body ? { requestBody: describeBody(route) } : {}),
    responses: { ...describeSuccess(route), default: { description: 'Error', ...error } },
  };
}

function describeSuccess({ answer, status = 200 }: Described): Json {
  if (answer === redirectSchema) {
    const location = { required: true, schema: { type: 'string', format: 'uri-reference' } };
    return { 303: { description: 'Go on there', headers: { Location: location } } };
  }
  const { json, types, tagged } = rawAnswerOf(answer) ?? { json: answer, types: [] };
  const content = {
    ...(json ? { 'application/json': { schema: schemaOf(json, 'output') } } : {}),
    ...Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
  };
  return {
    [status]: { description: 'OK', content, ...(json ? {} : { headers: { 'X-Total-Count': totalCount } }) },
    ...(tagged ? { 304: { description: 'As it was when it was asked for last' } } : {}),
  };
}

const totalCount = {
  description: 'How many records are in it, where that is known.',
  required: false,
  schema: { type: 'integer', minimum: 0 },
};

const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  required: false,
  schema: { type: 'string', maxLength: 200 },
};

const ifMatch = {
  in: 'header',
  name: 'If-Match',
  description: 'The updatedAt of the version that was edited; a record that has changed since is a 409.',
  required: false,
  schema: { type: 'string', maxLength: 100 },
};

function describeBody(route: Described): Json {
  const schema = schemaOf(route.body as z.ZodType, 'input');
  if (!route.upload) return { content: { 'application/json': { schema } } };
  const files = {
    type: 'array',
    maxItems: route.upload.maxFiles,
    items: { type: 'string', format: 'binary' },
  };
  const properties = { ...(schema['properties'] as Json | undefined), files };
  return { content: { 'multipart/form-data': { schema: { ...schema, properties } } } };
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const json = schemaOf(schema, 'output');
  const required = new Set(where === 'path' ? Object.keys(json['properties'] as Json) : []);
  return Object.entries((json['properties'] as Json | undefined) ?? {}).map(([name, of]) => ({
    in: where,
    name,
    required: required.has(name),
    schema: of,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== '$schema'));
}

function describeAccess(access: Access): string {
  const permissions = permissionsOf(access).join(', ');
  return permissions === '' ? access.rule : `${access.rule}: ${permissions}`;
}
