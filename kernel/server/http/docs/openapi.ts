import { z } from 'zod';
import {
  anyone,
  deploymentResponseSchema,
  errorBodySchema,
  permissionsOf,
  signedIn,
  type Access,
} from '#kernel/contract/index.ts';
import { knownResponseSchema, searchLineSchema, searchResponseSchema } from '#kernel/contract/http/search.ts';
import type { ApiRoute, HeaderDeclaration, WebhookDeclaration } from '../../api/index.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { clickReportCall } from '../routes/click-reports.ts';
import { knownQuerySchema, searchQuerySchema } from '../routes/search-routes.ts';
import { fileCall } from '../routes/file-route.ts';
import headers from './headers.json' with { type: 'json' };
import { jsonOrLines, rawResponseOf, redirectSchema, type RawResponse } from '../responses/raw-responses.ts';
import { isMutation } from '../pipeline/run-route.ts';

type Json = Record<string, unknown>;
type Described = Omit<ApiRoute, 'handle'>;

/** The kernel's own calls, described like those of plugins. */
const kernelRoutes: readonly Described[] = [
  {
    method: 'GET',
    path: 'plugins',
    summary: 'The deployment: enabled plugins, place and basemaps',
    access: anyone,
    response: deploymentResponseSchema,
  },
  {
    method: 'GET',
    path: 'search',
    summary: 'Searches everything that the user may see',
    access: signedIn,
    query: searchQuerySchema,
    response: jsonOrLines(searchResponseSchema, searchLineSchema),
  },
  {
    method: 'GET',
    path: 'search/known',
    summary: 'Recent search hits that are still accessible',
    access: signedIn,
    query: knownQuerySchema,
    response: knownResponseSchema,
  },
  fileCall,
];

/** The OpenAPI document of the enabled plugins, generated from the schemas that validate input. */
export function describeApi(services: ServerServices, base: string): Json {
  const paths: Record<string, Json> = {};
  const webhooks: Record<string, Json> = {};
  function add(tag: string, route: Described): void {
    const path = `${base}/${route.path.replace(/:(\w+)/g, '{$1}')}`;
    (paths[path] ??= {})[route.method.toLowerCase()] = describeRoute(tag, route);
  }
  for (const route of kernelRoutes) add('kernel', route);
  if (services.tracing?.share) add('kernel', clickReportCall);
  for (const { id, module } of services.plugins.loaded) {
    if (!services.plugins.registry.isEnabled(id)) continue;
    for (const route of module.routes ?? []) add(id, route);
    for (const webhook of module.webhooks ?? []) webhooks[webhook.name] = describeWebhook(id, webhook);
  }
  return {
    openapi: '3.1.0',
    info: { title: `${services.deployment.branding.name} API`, version: '1' },
    paths,
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
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
      ...(isMutation(route) && route.access.rule !== 'anyone' ? [headers.idempotencyKey] : []),
      ...(route.versioned ? [headers.ifMatch] : []),
      ...Object.entries(route.headers ?? {}).map(describeHeader),
      ...(rawResponseOf(route.response)?.ranged ? [headers.range] : []),
    ],
    ...(route.body ? { requestBody: describeBody(route, route.body) } : {}),
    responses: {
      ...describeSuccess(route),
      ...describeErrors(route, error),
      default: { description: 'Error', ...error },
    },
  };
}

/** Describes the errors that the route names; `default` covers all others. */
function describeErrors({ errors = {} }: Described, error: Json): Json {
  return Object.fromEntries(
    Object.entries(errors).map(([status, description]) => {
      const waits =
        status === '429' || status === '503' ? { headers: { 'Retry-After': headers.retryAfter } } : {};
      return [status, { description, ...error, ...waits }];
    }),
  );
}

function describeWebhook(
  tag: string,
  { summary, description, headers: sent, body, responses }: WebhookDeclaration,
): Json {
  return {
    post: {
      tags: [tag],
      summary,
      ...(description ? { description } : {}),
      security: [],
      parameters: Object.entries(sent).map(([name, text]) =>
        describeHeader([name, { description: text, required: true }]),
      ),
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'output') } } },
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, text]) => [status, { description: text }]),
      ),
    },
  };
}

function describeHeader([name, { description, required = false }]: [string, HeaderDeclaration]): Json {
  return { in: 'header', name, description, required, schema: { type: 'string', maxLength: 200 } };
}

function describeSuccess({ response, status = 200 }: Described): Json {
  if (response === redirectSchema) {
    const location = { required: true, schema: { type: 'string', format: 'uri-reference' } };
    return { 303: { description: 'Redirects to the address in Location', headers: { Location: location } } };
  }
  const raw: RawResponse = rawResponseOf(response) ?? { json: response, types: [] };
  const content = describeContent(raw);
  const ofWhole = raw.ranged
    ? { 'Accept-Ranges': headers.acceptRanges }
    : { 'X-Total-Count': headers.totalCount };
  const part = {
    description: 'The requested range',
    headers: { 'Content-Range': headers.contentRange },
  };
  return {
    [status]: { description: 'OK', content, ...(raw.json ? {} : { headers: ofWhole }) },
    ...(raw.ranged ? { 206: { ...part, content } } : {}),
    ...(raw.page ? { 429: { description: 'A page that says that there were too many calls', content } } : {}),
    ...(raw.tagged ? { 304: { description: 'Not modified: the copy of the client is current' } } : {}),
  };
}

function describeContent({ json, types, line }: RawResponse): Json {
  const other = line
    ? {
        ...schemaOf(line, 'output'),
        description: 'The schema of each line; there can be any number of lines.',
      }
    : { type: 'string', format: 'binary' };
  return {
    ...(json ? { 'application/json': { schema: schemaOf(json, 'output') } } : {}),
    ...Object.fromEntries(types.map((type) => [type, { schema: other }])),
  };
}

/** A route without a body schema accepts an empty body. Files are only accepted as a form. */
function describeBody({ upload }: Described, body: z.ZodType): Json {
  const schema = schemaOf(body, 'input');
  if (!upload) {
    return { required: !body.safeParse({}).success, content: { 'application/json': { schema } } };
  }
  const { minFiles: minItems = 0, maxFiles: maxItems } = upload;
  const files = { type: 'array', minItems, maxItems, items: { type: 'string', format: 'binary' } };
  const properties = { ...(schema['properties'] as Json | undefined), files };
  const required = [...requiredOf(schema), ...(minItems > 0 ? ['files'] : [])];
  return {
    required: true,
    content: { 'multipart/form-data': { schema: { ...schema, properties, required } } },
  };
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const json = schemaOf(schema, 'input');
  const required = requiredOf(json);
  return Object.entries((json['properties'] as Json | undefined) ?? {}).map(([name, of]) => ({
    in: where,
    name,
    required: where === 'path' || required.includes(name),
    schema: of,
  }));
}

function requiredOf(schema: Json): string[] {
  return (schema['required'] as string[] | undefined) ?? [];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== '$schema'));
}

function describeAccess(access: Access): string {
  const permissions = permissionsOf(access).join(', ');
  return permissions === '' ? access.rule : `${access.rule}: ${permissions}`;
}
