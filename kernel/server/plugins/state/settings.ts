import { z } from 'zod';
import { fail, type Deployment, type Manifest } from '#kernel/contract/index.ts';
import { problemsOf } from '#kernel/contract/http/issues.ts';
import { sameValues } from '#kernel/domain/values/same-values.ts';

type Settings = Readonly<Record<string, unknown>>;

/** A plugin's settings in the deployment file; with defaults if they are valid. */
export function deployedConfig(deployment: Pick<Deployment, 'plugins'>, manifest: Manifest): Settings {
  const given = deployment.plugins[manifest.id]?.config ?? {};
  const read = manifest.config?.strict().safeParse(given);
  return read?.success ? read.data : given;
}

/** The write-only settings: those whose schema has `.meta({ writeOnly: true })`. */
export function secretsOf(manifest: Manifest): string[] {
  if (!manifest.config) return [];
  const { properties = {} } = z.toJSONSchema(manifest.config, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties)
    .filter(([, schema]) => typeof schema === 'object' && schema.writeOnly === true)
    .map(([key]) => key);
}

/** The settings that are not secret. */
export function visibleSettings(values: Settings, secrets: readonly string[]): Settings {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !secrets.includes(key)));
}

/** Empty secrets keep their former values. */
function keepSecrets(values: Settings, former: Settings, secrets: readonly string[]): Settings {
  const unchanged = secrets.filter((key) => (values[key] ?? '') === '' && former[key] !== undefined);
  return { ...values, ...Object.fromEntries(unchanged.map((key) => [key, former[key]])) };
}

/** The settings that differ from the former ones. */
function differing(values: Settings, former: Settings): Settings {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => !sameValues(value, former[key])));
}

/** The manifest of an installed plugin; throws `not_found`. */
export function requireManifest(manifests: readonly Manifest[], id: string): Manifest {
  const manifest = manifests.find((one) => one.id === id);
  if (!manifest) throw fail('not_found');
  return manifest;
}

/** Validates new settings of a plugin: returns what to store, and what changes. Throws `invalid`. */
export function readNewSettings(
  deployment: Pick<Deployment, 'plugins'>,
  manifest: Manifest,
  values: Settings,
  stored: Settings = {},
): { readonly config: Settings; readonly changed: Settings } {
  if (!manifest.config) throw fail('not_found');
  const deployed = deployedConfig(deployment, manifest);
  const former = { ...deployed, ...stored };
  const whole = keepSecrets(values, former, secretsOf(manifest));
  const read = manifest.config.strict().safeParse(whole, { reportInput: true });
  if (!read.success) throw fail('invalid', { fields: problemsOf(read.error.issues) });
  return { config: differing(read.data, deployed), changed: differing(read.data, former) };
}
