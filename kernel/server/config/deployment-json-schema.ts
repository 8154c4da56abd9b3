import { z } from 'zod';
import { deploymentSchema, type Manifest } from '#kernel/contract/index.ts';

type Json = Record<string, unknown>;

/** The JSON Schema of `deployment.json` with the settings of the installed plugins, for editors. */
export function deploymentJsonSchema(manifests: readonly Manifest[]): Json {
  const schema = toJson(deploymentSchema);
  const properties = schema['properties'] as Record<string, Json>;
  const settings = properties['plugins']?.['additionalProperties'] as Json;
  const plugins = manifests.map((manifest) => [manifest.id, settingsOf(settings, manifest)] as const);
  return {
    ...schema,
    title: 'deployment.json',
    properties: {
      ...properties,
      plugins: { type: 'object', properties: Object.fromEntries(plugins), additionalProperties: false },
    },
  };
}

function settingsOf(settings: Json, manifest: Manifest): Json {
  const config = manifest.config
    ? withoutMeta(toJson(manifest.config.strict()))
    : { type: 'object', additionalProperties: false };
  return { ...settings, properties: { ...(settings['properties'] as Json), config } };
}

function toJson(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
}

function withoutMeta(json: Json): Json {
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== '$schema'));
}
