import type { FastifyInstance } from 'fastify';
import {
  anyone,
  deploymentResponseSchema,
  signInCapability,
  type DeploymentResponse,
  type Manifest,
} from '#kernel/contract/index.ts';
import { manifestToJson } from '../../artefacts/manifest-json.ts';
import type { OutsidePlugin } from '../../artefacts/outside-plugins.ts';
import { clientAddress } from '../static/outside-clients.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { mountSearch } from './search-routes.ts';
import { responseJsonSchema } from '../responses/response-schema.ts';
import { apiBase } from '../pipeline/api.ts';
import { authorize, callerOf } from '../pipeline/authorize.ts';
import { mountFiles } from './file-route.ts';

/** Mounts the calls of the kernel itself: plugins, search, files. */
export function mountKernelRoutes(api: FastifyInstance, services: ServerServices): void {
  api.get(
    `${apiBase}/plugins`,
    { schema: { response: { 200: responseJsonSchema(deploymentResponseSchema) } } },
    async (request) => {
      await authorize(services.sessions, callerOf(request), anyone);
      return describeDeployment(services);
    },
  );
  mountSearch(api, services, apiBase);
  mountFiles(api, services);
}

/** Describes this installation to anyone: nothing secret. */
export function describeDeployment(services: ServerServices): DeploymentResponse {
  const {
    plugins: { registry },
    deployment,
  } = services;
  const plugins = registry.installed.map((manifest) => {
    const { state } = registry.explain(manifest.id);
    const config = registry.config(manifest.id);
    const shown = (manifest.publicConfig ?? []).map((key) => [key, config[key]] as const);
    return {
      id: manifest.id,
      version: manifest.version,
      enabled: state === 'enabled',
      reason: state === 'enabled' ? null : state,
      capabilities: state === 'enabled' ? capabilitiesOf(services, manifest) : [],
      config: state === 'enabled' ? Object.fromEntries(shown) : {},
      ...describeOutside(services.outside.find(manifest.id)),
    };
  });
  return {
    plugins,
    branding: deployment.branding,
    testMode: deployment.testMode,
    ...(deployment.place ? { place: deployment.place } : {}),
    timeZone: deployment.timeZone,
    privacy: { revealReason: deployment.privacy.revealReason },
    tiles: [...services.basemaps.sources],
    oneId: plugins.some(({ capabilities }) => capabilities.includes(signInCapability)),
  };
}

/** The manifest and client address of an outside plugin, which are not part of the browser's build. */
function describeOutside(plugin: OutsidePlugin | undefined) {
  if (!plugin) return {};
  const { manifest, digest, artefact } = plugin;
  const client = artefact.hasClient ? clientAddress(manifest, digest) : null;
  return { outside: { manifest: manifestToJson(manifest), client } };
}

/** The capabilities that a plugin has with its current settings. */
function capabilitiesOf(services: ServerServices, { id, capabilities = [] }: Manifest): string[] {
  const loaded = services.plugins.find(id);
  const able = loaded?.module.capabilities?.(loaded.context) ?? capabilities;
  return capabilities.filter((capability) => able.includes(capability));
}
