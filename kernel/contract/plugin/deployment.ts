import { z } from 'zod';

/** The settings of one plugin in `deployment.json`. */
export const pluginSettingsSchema = z.strictObject({
  enabled: z.boolean().default(true),
  /** Whether a failed start of this plugin only quarantines it, or stops the server. */
  onFailure: z.enum(['quarantine', 'abort']).default('quarantine'),
  /** The source of an external plugin: a package, a folder or a `.tgz`; relative to the folder of `deployment.json`. */
  source: z.string().min(1).optional(),
  /** The hash of an external plugin as `komak plugin check` prints it; a match makes its server module trusted. */
  integrity: z
    .string()
    .regex(/^sha256-[0-9a-f]{64}$/)
    .optional(),
  /** The plugin's settings, checked against `config` of its manifest. */
  config: z.record(z.string(), z.unknown()).default({}),
});

const placeNameSchema = z.string().trim().min(1).max(60);

/** The place of a deployment. */
export const placeSchema = z.strictObject({
  /** The name of the whole place, shown where no neighbourhood is selected. */
  name: z.strictObject({ uz: placeNameSchema, ru: placeNameSchema }).optional(),
  /** Latitude and longitude, in degrees, for a map without content. */
  center: z.tuple([z.number().min(-85).max(85), z.number().min(-180).max(180)]).optional(),
  /** Zoom of that map: 0 shows the world, 18 a house. */
  zoom: z.number().min(0).max(18).default(13),
});
export type DeploymentPlace = z.output<typeof placeSchema>;

const tileNameSchema = z.string().min(1).max(60);

/** A source of basemap tiles. */
export const tileSourceSchema = z.strictObject({
  /** `osm`, `satellite`, `terrain`, `dark`, or an id chosen by the deployment. */
  id: z.string().regex(/^[\w-]{1,40}$/),
  /** A name for all languages, or one per language; the four ids above have built-in names. */
  name: z.union([tileNameSchema, z.strictObject({ uz: tileNameSchema, ru: tileNameSchema })]).optional(),
  /**
   * An address with `{z}`, `{x}` and `{y}`, a PMTiles archive (`.pmtiles`), or a style (`.json`). A path that begins
   * with a dot is an archive relative to the folder of `deployment.json`, which the server serves.
   */
  url: z.string().regex(/^((pmtiles:\/\/)?(https?:\/\/|\/)\S+|\.{1,2}\/\S+\.pmtiles)$/),
  /** The attribution as plain text. */
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
  /** Shows a banner that says that the system is in test mode. */
  testMode: z.boolean().default(false),
  place: placeSchema.optional(),
  timeZone: z.string().default('Asia/Tashkent'),
  /** How personal data are shown. */
  privacy: z
    .strictObject({
      /** Whether users must give a reason to reveal a masked value; the audit log stores it. */
      revealReason: z.boolean().default(false),
    })
    .prefault({}),
  /** Addresses (CIDR) of proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: z.array(z.string()).default([]),
  /** Origins, besides our own, that may open a socket or call the API from a browser. */
  allowedOrigins: z.array(z.url()).default([]),
  /**
   * The sources of the basemap, in order of preference; without any, the map has a plain background. A demonstration
   * adds its own basemap, unless this is an empty list.
   */
  tiles: z.array(tileSourceSchema).optional(),
  /** Hosts of tiles besides those of `tiles`, such as hosts that a style refers to. */
  tileHosts: z.array(z.string()).default([]),
  /** The keys whose external plugins may run on the server, and whether plugins may be uploaded on the plugins page. */
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
