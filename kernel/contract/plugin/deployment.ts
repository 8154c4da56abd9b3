import { z } from 'zod';

/** How a plugin is set in `deployment.json`. */
export const pluginSettingsSchema = z.strictObject({
  enabled: z.boolean().default(true),
  /** Whether a failing start of this plugin stops the server, or sets it aside. */
  onFailure: z.enum(['quarantine', 'abort']).default('quarantine'),
  /** The source of an external plugin: a package, a folder or a `.tgz`, relative to the folder of this file. */
  source: z.string().min(1).optional(),
  /** The hash of an external plugin, as `komak plugin check` prints it; its server module is trusted by it. */
  integrity: z
    .string()
    .regex(/^sha256-[0-9a-f]{64}$/)
    .optional(),
  /** Settings of the plugin's own, checked against its manifest's `config`. */
  config: z.record(z.string(), z.unknown()).default({}),
});

const placeNameSchema = z.string().trim().min(1).max(60);

/** The place of a deployment. */
export const placeSchema = z.strictObject({
  /** How its people call the whole of it, where no neighbourhood is chosen. */
  name: z.strictObject({ uz: placeNameSchema, ru: placeNameSchema }).optional(),
  /** Latitude and longitude, in degrees, of a map without content of its own. */
  center: z.tuple([z.number().min(-85).max(85), z.number().min(-180).max(180)]).optional(),
  /** Of that map: 0 is the world, 18 a house. */
  zoom: z.number().min(0).max(18).default(13),
});
export type DeploymentPlace = z.output<typeof placeSchema>;

const tileNameSchema = z.string().min(1).max(60);

/** Basemaps. */
export const tileSourceSchema = z.strictObject({
  /** `osm`, `satellite`, `terrain`, `dark`, or a name of the deployment's own. */
  id: z.string().regex(/^[\w-]{1,40}$/),
  /** Its name, in every language or in each; the four ids above have names of their own. */
  name: z.union([tileNameSchema, z.strictObject({ uz: tileNameSchema, ru: tileNameSchema })]).optional(),
  /**
   * An address with `{z}`, `{x}` and `{y}`, a PMTiles archive that ends in `.pmtiles`, or a style that ends in `.json`. A path
   * that begins with a dot is an archive in the folder of this file, which the server serves itself.
   */
  url: z.string().regex(/^((pmtiles:\/\/)?(https?:\/\/|\/)\S+|\.{1,2}\/\S+\.pmtiles)$/),
  /** The attribution; plain text. */
  attribution: z.string().max(300).optional(),
  maxZoom: z.int().min(0).max(24).optional(),
  tileSize: z.union([z.literal(256), z.literal(512)]).optional(),
});
export type TileSource = z.output<typeof tileSourceSchema>;

/**
 * The schema of `deployment.json`, the configuration of an installation. The order of `plugins` is the order of the menu.
 */
export const deploymentSchema = z.strictObject({
  $schema: z.string().optional(),
  branding: z
    .strictObject({
      name: z.string().min(1).max(60).default('Ko‘mak'),
      logo: z.string().nullable().default(null),
    })
    .prefault({}),
  /** Shows the banner that says the system runs in test mode. */
  testMode: z.boolean().default(false),
  place: placeSchema.optional(),
  timeZone: z.string().default('Asia/Tashkent'),
  /** How personal data are shown. */
  privacy: z
    .strictObject({
      /** Users who reveal a masked value have to give a reason, which is stored in the audit log. */
      revealReason: z.boolean().default(false),
    })
    .prefault({}),
  /** Addresses (CIDR) of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: z.array(z.string()).default([]),
  /** Origins, beside our own, that may open a socket or call the API from a browser. */
  allowedOrigins: z.array(z.url()).default([]),
  /**
   * The sources of the basemap, in order of preference; without any, shapes are drawn on a plain background. A demonstration adds
   * its own map, unless this is an empty list.
   */
  tiles: z.array(tileSourceSchema).optional(),
  /** Hosts that tiles come from beside those of `tiles`, such as the ones that a style names. */
  tileHosts: z.array(z.string()).default([]),
  /** The keys whose external plugins may run on the server, and whether they may be added on the page of plugins. */
  trust: z
    .strictObject({
      /** Public Ed25519 keys by name: 32 bytes, base64. */
      keys: z.record(z.string().regex(/^[\w.-]{1,60}$/), z.base64().length(44)).default({}),
      upload: z.boolean().default(false),
    })
    .prefault({}),
  plugins: z.record(z.string(), pluginSettingsSchema),
});

export type Deployment = z.output<typeof deploymentSchema>;
export type DeploymentInput = z.input<typeof deploymentSchema>;
export type PluginSettings = z.output<typeof pluginSettingsSchema>;
