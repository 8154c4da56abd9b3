import { z } from 'zod';
import { requiredIds, type Explanation, type Manifest } from '#kernel/contract/index.ts';
import type { ServerServices } from '../../services/server-services.ts';
import type { PluginReport } from '../../api/index.ts';
import { contributionsOf } from './contributions.ts';
import { deployedConfig, requireManifest, secretsOf, visibleSettings } from './settings.ts';
import type { DesiredPlugins } from './plugin-state-store.ts';

/** Creates the function that reports on one installed plugin; it throws `not_found` for an unknown id. */
export function createPluginReports(
  services: Pick<ServerServices, 'deployment' | 'plugins' | 'jobs' | 'external'>,
  installed: () => readonly Manifest[],
  desired: DesiredPlugins,
): (id: string) => PluginReport {
  const { deployment, plugins, jobs } = services;

  function settingsOf(manifest: Manifest): PluginReport['settings'] {
    if (!manifest.config) return null;
    const deployed = deployedConfig(deployment, manifest);
    const override = desired.states.get(manifest.id)?.config ?? {};
    const secrets = secretsOf(manifest);
    const values = { ...deployed, ...override };
    return {
      schema: z.toJSONSchema(manifest.config.strict(), { io: 'input', unrepresentable: 'any' }),
      values: visibleSettings(values, secrets),
      deployed: visibleSettings(deployed, secrets),
      overridden: Object.keys(override),
      visible: [...(manifest.publicConfig ?? [])],
      secrets: secrets.map((key) => ({ key, set: (values[key] ?? '') !== '' })),
    };
  }

  return (id) => {
    const manifests = installed();
    const manifest = requireManifest(manifests, id);
    const state = desired.states.get(id);
    const module = plugins.find(id)?.module ?? null;
    return {
      id,
      version: manifest.version,
      reasons: chainOf(plugins.registry.explain(id)),
      essential: manifest.essential ?? false,
      requires: requiredIds(manifest),
      requiredBy: manifests.filter((one) => requiredIds(one).includes(id)).map((one) => one.id),
      external: originOf(services, id),
      deployed: deployment.plugins[id]?.enabled ?? false,
      switched: typeof state?.enabled === 'boolean',
      changedBy: state?.changedBy ?? null,
      changedAt: state?.changedAt ?? null,
      adds: { ...contributionsOf(manifest, module), jobs: jobs.names(`${id}.`) },
      loaded: module !== null || plugins.registry.isEnabled(id),
      settings: settingsOf(manifest),
    };
  };
}

/** The source of an external plugin, and who signed it. */
function originOf(
  { deployment, external }: Pick<ServerServices, 'deployment' | 'external'>,
  id: string,
): PluginReport['external'] {
  const artefact = external.find(id)?.artefact;
  if (!artefact) return null;
  const { digest, signature, manifest } = artefact;
  return {
    digest,
    signer: signature?.key ?? null,
    isolation: manifest.isolation ?? null,
    source: deployment.plugins[id]?.source ?? null,
  };
}

/** The chain of reasons: it requires this plugin, which requires that one, which is disabled. */
function chainOf(explanation: Explanation): PluginReport['reasons'] {
  switch (explanation.state) {
    case 'enabled':
      return [{ state: 'enabled', id: '' }];
    case 'requires':
      return [
        { state: 'requires', id: explanation.id, missing: explanation.missing },
        ...chainOf(explanation.because),
      ];
    case 'quarantined':
    case 'invalid_configuration':
      return [{ state: explanation.state, id: explanation.id, problem: explanation.problem }];
    case 'not_installed':
    case 'disabled':
    case 'denied':
      return [{ state: explanation.state, id: explanation.id }];
  }
}
