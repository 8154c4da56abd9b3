import { z } from 'zod';
import { ownProofBodySchema, momentSchema, passkeyTextSchema } from '#kernel/plugin-api/contract.ts';

/** A plugin by its id. */
export const pluginParamsSchema = z.object({ id: z.string().regex(/^[a-z][a-z0-9_]{0,99}$/) });

const accessSchema = z.object({
  rule: z.enum(['anyone', 'signedIn', 'superAdmin', 'allOf', 'anyOf']),
  permissions: z.array(z.string()).optional(),
});

/** Why a plugin is enabled or disabled: the chain of reasons. */
export const reasonSchema = z.object({
  state: z.enum([
    'enabled',
    'not_installed',
    'disabled',
    'requires',
    'invalid_configuration',
    'quarantined',
    'denied',
  ]),
  id: z.string(),
  missing: z.string().optional(),
  problem: z.string().optional(),
});
export type Reason = z.infer<typeof reasonSchema>;

/** The contributions of a plugin. */
export const additionsSchema = z.object({
  pages: z.array(z.object({ key: z.string(), path: z.string(), access: accessSchema })),
  menu: z.array(z.string()),
  permissions: z.array(z.string()),
  capabilities: z.array(z.string()),
  events: z.array(z.string()),
  notices: z.array(z.string()),
  extensions: z.array(z.string()),
  calls: z.array(
    z.object({ method: z.string(), path: z.string(), summary: z.string(), access: accessSchema }),
  ),
  hooks: z.array(z.string()),
  searches: z.boolean(),
});
export type Additions = z.infer<typeof additionsSchema>;

/** An installed plugin, as listed. */
export const pluginSchema = z.object({
  id: z.string(),
  version: z.string(),
  reasons: z.array(reasonSchema).min(1),
  essential: z.boolean(),
  requires: z.array(z.string()),
  requiredBy: z.array(z.string()),
  deployed: z.boolean(),
  switched: z.boolean(),
  changedBy: z.string().nullable(),
  changedAt: momentSchema.nullable(),
});
export type InstalledPlugin = z.infer<typeof pluginSchema>;

/** The settings of a plugin: their JSON Schema and values. Values of secrets are left out. */
export const settingsSchema = z.object({
  schema: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
  deployed: z.record(z.string(), z.unknown()),
  overridden: z.array(z.string()),
  visible: z.array(z.string()),
  secrets: z.array(z.object({ key: z.string(), set: z.boolean() })),
  /** Sent back in `If-Match`, so that settings that another admin has saved in the meantime are not overwritten. */
  version: momentSchema,
});
export type PluginSettings = z.infer<typeof settingsSchema>;

/** An installed plugin with all its details. */
export const pluginDetailSchema = pluginSchema.extend({
  adds: additionsSchema.extend({ jobs: z.array(z.string()) }),
  loaded: z.boolean(),
  /** The origin; null for a plugin that ships with Ko‘mak. */
  external: z
    .object({
      digest: z.string(),
      signer: z.string().nullable(),
      isolation: z.enum(['frame']).nullable(),
      source: z.string().nullable(),
    })
    .nullable(),
  settings: settingsSchema.nullable(),
});
export type PluginDetail = z.infer<typeof pluginDetailSchema>;

/** The consequences of enabling or disabling a plugin. */
export const planSchema = z.object({
  on: z.boolean(),
  also: z.array(z.string()),
  forbidden: z.array(z.string()),
  removed: z.array(z.object({ id: z.string(), adds: additionsSchema })),
  preserved: z.array(z.object({ plugin: z.string(), table: z.string(), rows: z.int(), capped: z.boolean() })),
  roles: z.int(),
});
export type Plan = z.infer<typeof planSchema>;

/** Query of `GET plugins/{id}/plan`. */
export const planQuerySchema = z.strictObject({
  enabled: z.enum(['true', 'false']).transform((value) => value === 'true'),
});

/** Body of `PUT plugins/{id}`: `with` names the affected plugins of the plan. */
export const switchBodySchema = z.strictObject({
  enabled: z.boolean(),
  with: z.array(z.string().max(100)).max(200).default([]),
});
export type SwitchBody = z.input<typeof switchBodySchema>;

/** Body of `PUT plugins/{id}/settings`: all settings; a secret that is left empty stays unchanged. */
export const settingsBodySchema = z.strictObject({ config: z.record(z.string(), z.unknown()) });
export type SettingsBody = z.infer<typeof settingsBodySchema>;

/** Why an external plugin is rejected; the text is `plugins:rejected.<code>`. */
export const rejectionSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.string()).readonly(),
});
export type Rejection = z.infer<typeof rejectionSchema>;

const listSchema = z.array(z.string()).readonly();

/** The contributions of an external plugin. */
export const externalPluginPlanSchema = z.object({
  id: z.string(),
  version: z.string(),
  from: z.string().nullable(),
  apiVersion: z.string(),
  requires: listSchema,
  pages: listSchema,
  permissions: listSchema,
  tables: listSchema,
  events: listSchema,
  slots: listSchema,
  routes: listSchema.nullable(),
  calls: listSchema,
  languages: listSchema,
  isolation: z.enum(['frame']).nullable(),
  clientBytes: z.int(),
  serverBytes: z.int(),
  digest: z.string(),
  signer: z.string().nullable(),
});
export type ExternalPluginPlan = z.infer<typeof externalPluginPlanSchema>;

/** Response of `POST plugins/external/plan`: the plan, null if the archive cannot be read, and the reasons against it. */
export const examinationSchema = z.object({
  plan: externalPluginPlanSchema.nullable(),
  refusals: z.array(rejectionSchema).readonly(),
  /** Whether the caller has a second factor, which is required for the installation. */
  second_factor: z.boolean(),
});
export type Examination = z.infer<typeof examinationSchema>;

/**
 * Body of `POST plugins/external`, beside the archive: the digest of the plan, the caller's password and a
 * code.
 */
export const addExternalPluginBodySchema = ownProofBodySchema.extend({
  passkey: passkeyTextSchema.optional(),
  digest: z.string().max(100),
});
