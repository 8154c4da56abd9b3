import { z } from 'zod';
import { definePlugin, type Access, type Manifest } from '#kernel/contract/index.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

const idSchema = z.string().regex(/^[a-z][a-z0-9_]*$/);
const jsonSchema = z.record(z.string(), z.unknown());
const accessSchema = z.union([
  z.strictObject({ rule: z.enum(['anyone', 'signedIn', 'superAdmin']) }),
  z.strictObject({ rule: z.enum(['allOf', 'anyOf']), permissions: z.array(idSchema).min(1) }),
]);
const pathSchema = z.string().regex(/^\/[\w\-/:]*$/);

/** `manifest.json` of an artefact: the manifest as data, with its zod schemas as JSON Schema. */
const manifestJsonSchema = z.strictObject({
  id: idSchema.max(40),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
  requires: z.union([z.array(idSchema), z.record(idSchema, z.string())]).optional(),
  permissions: z.array(idSchema).optional(),
  capabilities: z.array(z.string()).optional(),
  sessionCapabilities: z.array(z.string()).optional(),
  config: jsonSchema.optional(),
  publicConfig: z.array(z.string()).optional(),
  routes: z
    .record(
      z.string(),
      z.strictObject({
        path: pathSchema,
        access: accessSchema,
        shows: z.string().optional(),
        firstRead: z.string().max(300).optional(),
      }),
    )
    .optional(),
  menu: z.record(z.string(), z.strictObject({ icon: z.string() })).optional(),
  events: z
    .record(
      z.string(),
      z.strictObject({ payload: jsonSchema, access: accessSchema, area: z.enum(['own', 'none', 'admins']) }),
    )
    .optional(),
  notices: z
    .record(
      z.string(),
      z.strictObject({
        icon: z.string(),
        payload: jsonSchema,
        opens: z.strictObject({ route: z.string(), id: z.string() }).optional(),
        excerpt: z.array(z.string()).optional(),
        urgent: z.boolean().optional(),
      }),
    )
    .optional(),
  search: z
    .record(z.string(), z.strictObject({ route: z.string(), area: z.enum(['own', 'none']) }))
    .optional(),
  actions: z
    .record(z.string(), z.strictObject({ route: z.string(), opens: z.literal('new').optional() }))
    .optional(),
  extensions: z.array(z.string()).optional(),
  isolation: z.literal('frame').optional(),
  calls: z.array(z.string().regex(/^(GET|POST|PUT|DELETE) [\w\-/:]+$/)).optional(),
});
/** A manifest as JSON. */
export type ManifestJson = z.infer<typeof manifestJsonSchema>;

/** Converts a manifest to `manifest.json`; throws if a schema has no JSON Schema form. */
export function manifestToJson(manifest: Manifest): ManifestJson {
  const { config, events, notices, ...rest } = manifest;
  return manifestJsonSchema.parse(
    withoutUndefined({
      ...rest,
      // Reserved for built-in plugins.
      essential: undefined,
      config: config && schemaToJson(config.strict()),
      events: events && mapPayloads(events, schemaToJson),
      notices: notices && mapPayloads(notices, schemaToJson),
    }),
  );
}

/** Parses `manifest.json`; throws a `ZodError`. Preserves the mark of write-only settings. */
export function manifestFromJson(value: unknown): Manifest {
  const { config, events, notices, ...rest } = manifestJsonSchema.parse(value);
  // Sound: the schema above equals `Manifest`, except that JSON Schemas replace zod schemas.
  const manifest = {
    ...rest,
    ...(config && { config: settingsFromJson(config) }),
    ...(events && { events: mapPayloads(events, schemaFromJson) }),
    ...(notices && { notices: mapPayloads(notices, schemaFromJson) }),
  } as Manifest;
  return definePlugin(manifest);
}

function mapPayloads<
  Payload,
  Other,
  Declaration extends { readonly payload: Payload; readonly access?: Access },
>(
  declarations: Readonly<Record<string, Declaration>>,
  change: (payload: Payload) => Other,
): Record<string, Omit<Declaration, 'payload'> & { payload: Other }> {
  return Object.fromEntries(
    Object.entries(declarations).map(([key, one]) => [key, { ...one, payload: change(one.payload) }]),
  );
}

function schemaToJson(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return json;
}

function schemaFromJson(json: Record<string, unknown>): z.ZodType {
  return z.fromJSONSchema(json as JsonSchema);
}

function settingsFromJson(json: Record<string, unknown>): z.ZodObject {
  const schema = schemaFromJson(json);
  if (!(schema instanceof z.ZodObject)) throw new Error('the settings are not an object');
  const properties = (json['properties'] ?? {}) as Record<string, { writeOnly?: boolean }>;
  const shape = Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, one]) => [
    key,
    properties[key]?.writeOnly ? one.meta({ writeOnly: true }) : one,
  ]);
  return z.strictObject(Object.fromEntries(shape) as Record<string, z.ZodType>);
}

function withoutUndefined(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}
