import type { Transaction } from 'kysely';
import type { Access, Explanation } from '#kernel/contract/index.ts';

/** The contributions of a plugin, from its manifest and its server module. */
export interface Contributions {
  readonly pages: readonly { readonly key: string; readonly path: string; readonly access: Access }[];
  readonly menu: readonly string[];
  readonly permissions: readonly string[];
  readonly capabilities: readonly string[];
  readonly events: readonly string[];
  /** Types of notices that it sends. */
  readonly notices: readonly string[];
  /** Slots of other plugins that it extends. */
  readonly extensions: readonly string[];
  readonly calls: readonly {
    readonly method: string;
    readonly path: string;
    readonly summary: string;
    readonly access: Access;
  }[];
  /** Hooks that it listens to. */
  readonly hooks: readonly string[];
  readonly searches: boolean;
}

/** The state of an installed plugin. */
export interface PluginReport {
  readonly id: string;
  readonly version: string;
  /** Why it is enabled or not, each reason followed by its cause. */
  readonly reasons: readonly {
    readonly state: Explanation['state'];
    readonly id: string;
    readonly missing?: string;
    readonly problem?: string;
  }[];
  readonly essential: boolean;
  readonly requires: readonly string[];
  readonly requiredBy: readonly string[];
  /** The origin of an external plugin; null for a plugin of this repository. */
  readonly external: {
    readonly digest: string;
    /** The key that signed it; null if its hash is trusted or it is isolated. */
    readonly signer: string | null;
    readonly isolation: 'frame' | null;
    /** The source in `deployment.json`, from which it is installed at each start. */
    readonly source: string | null;
  } | null;
  /** Whether it is enabled in `deployment.json`. */
  readonly deployed: boolean;
  /** Whether a super admin has changed that in the running system. */
  readonly switched: boolean;
  readonly changedBy: string | null;
  readonly changedAt: string | null;
  readonly adds: Contributions & { readonly jobs: readonly string[] };
  /** Whether its server module is loaded, with its calls and hooks. */
  readonly loaded: boolean;
  readonly settings: {
    readonly schema: Readonly<Record<string, unknown>>;
    readonly values: Readonly<Record<string, unknown>>;
    readonly deployed: Readonly<Record<string, unknown>>;
    readonly overridden: readonly string[];
    /** The settings that every browser receives. */
    readonly visible: readonly string[];
    /** The settings that can be written but are never shown. */
    readonly secrets: readonly { readonly key: string; readonly set: boolean }[];
  } | null;
}

/** The consequences of enabling or disabling a plugin. */
export interface SwitchPlan {
  readonly on: boolean;
  /** Plugins that are disabled with it, or have to be enabled first. */
  readonly also: readonly string[];
  /** Plugins that prevent it: essential ones that would be disabled, or required ones that are not installed. */
  readonly forbidden: readonly string[];
  /** The contributions that would be removed, by plugin. */
  readonly removed: readonly { readonly id: string; readonly adds: Contributions }[];
  /** The tables that remain. */
  readonly preserved: readonly {
    readonly plugin: string;
    readonly table: string;
    readonly rows: number;
    /** Whether there are more rows than counted. */
    readonly capped: boolean;
  }[];
  /** The number of roles with a permission of these plugins, which keep it. */
  readonly roles: number;
}

/** The admin who changes a plugin, and the transaction. */
export interface PluginChange {
  readonly adminId: number | null;
  readonly database: Transaction<unknown>;
  /** The `changedAt` that the admin edited, 1970 for none; absent or null: any. */
  readonly version?: string | null;
}

/** The contributions of an archive that is not added yet. */
export interface ExternalPluginPlan {
  readonly id: string;
  readonly version: string;
  /** The installed version; null if none is installed. */
  readonly from: string | null;
  /** The range of plugin-api versions that it needs. */
  readonly apiVersion: string;
  /** Ids of the required plugins, with the version range if it names one: `queue ^1.2`. */
  readonly requires: readonly string[];
  readonly pages: readonly string[];
  readonly permissions: readonly string[];
  readonly tables: readonly string[];
  readonly events: readonly string[];
  /** Slots of other plugins that it extends. */
  readonly slots: readonly string[];
  /** The API calls of its server module; null if they are only known after it starts. */
  readonly routes: readonly string[] | null;
  /** Calls that a plugin in a frame may make. */
  readonly calls: readonly string[];
  readonly languages: readonly string[];
  readonly isolation: 'frame' | null;
  /** Size of the client and of the server module. */
  readonly clientBytes: number;
  readonly serverBytes: number;
  /** `sha256-<hex>` over its contents. */
  readonly digest: string;
  /** The name of the key that signed it; null if the deployment trusts its hash, or does not trust it. */
  readonly signer: string | null;
}

/** A reason to reject an external plugin; its text is `plugins:rejected.<code>`. */
export interface ExternalPluginRejection {
  readonly code: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Adds, upgrades and removes external plugins in the running system. */
export interface ExternalPluginChanges {
  /** Whether the deployment lets super admins add plugins on the plugins page. */
  readonly mayUpload: boolean;
  /** Returns the contributions of an archive (`.tgz`), null if it cannot be read, and every reason to reject it. */
  examine(archive: Buffer): Promise<{
    readonly plan: ExternalPluginPlan | null;
    readonly rejections: readonly ExternalPluginRejection[];
  }>;
  /** Stores an archive, which the nodes install after the commit; returns its number. */
  add(archive: Buffer, by: PluginChange): Promise<number>;
  /** Returns why an added archive was rejected; empty if it is installed. */
  rejectionsOf(number: number): Promise<readonly ExternalPluginRejection[]>;
  /** Removes a plugin and preserves its data; throws `not_found` for a built-in plugin. */
  remove(id: string, by: PluginChange): Promise<void>;
}

/** Enables and disables plugins while the server runs. An unknown id throws `not_found`. */
export interface PluginManager {
  list(): readonly PluginReport[];
  report(id: string): PluginReport;
  plan(id: string, on: boolean): Promise<SwitchPlan>;
  /** Stores a plan that the user has agreed to. */
  decide(plan: SwitchPlan, id: string, by: PluginChange): Promise<void>;
  /**
   * Stores settings, checked by the schema of the manifest; throws `invalid`, and `edit_conflict` if the edited version is
   * outdated. Returns those that changed.
   */
  configure(
    id: string,
    values: Readonly<Record<string, unknown>>,
    by: PluginChange,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Makes every node start a quarantined plugin again; throws `conflict` if it is not quarantined. */
  retry(id: string, by: PluginChange): Promise<void>;
  readonly external: ExternalPluginChanges;
  /** Applies the stored states on this node; the other nodes do the same. */
  apply(): Promise<void>;
}
