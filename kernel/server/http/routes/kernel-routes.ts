import type { FastifyInstance } from 'fastify';
import {
  anyone,
  deploymentResponseSchema,
  signInCapability,
  type DeploymentResponse,
  type Manifest,
} from '#kernel/contract/index.ts';
import { manifestToJson } from '../../artefacts/manifest-json.ts';
import type { ExternalPlugin } from '../../artefacts/external-plugins.ts';
import { clientAddress } from '../static/external-clients.ts';
import { readIsDemo } from '../../installation/installation.ts';
import type { Session } from '../../services/ports.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { mountSearch } from './search-routes.ts';
import { mountClickReports } from './click-reports.ts';
import { responseJsonSchema } from '../responses/response-schema.ts';
import { apiBase } from '../pipeline/api.ts';
import { authorize, callerOf } from '../pipeline/authorize.ts';
import { mountFiles } from './file-route.ts';

interface KernelRouteOptions {
  /** Whether the server may offer demonstration logins; it does if its database was seeded with demonstration data. */
  readonly isDemo: boolean;
}

/** Mounts the kernel's own calls: plugins, search, files. */
export function mountKernelRoutes(
  api: FastifyInstance,
  services: ServerServices,
  { isDemo }: KernelRouteOptions,
): void {
  const readDemo = demoReader(services, isDemo);
  api.get(
    `${apiBase}/plugins`,
    { schema: { response: { 200: responseJsonSchema(deploymentResponseSchema) } } },
    async (request) => {
      const session = await authorize(services.sessions, callerOf(request), anyone);
      const toSession = session !== null && (await remember(services, session));
      return { ...(await describeDeployment(services, toSession)), ...(await readDemo()) };
    },
  );
  mountSearch(api, services, apiBase);
  mountClickReports(api, services);
  mountFiles(api, services);
}

/** Creates the reader of a demonstration's logins, if the database was seeded for one; checked with the first call. */
function demoReader({ pool, plugins }: ServerServices, isAllowed: boolean) {
  let isFilled: Promise<boolean> | null = null;
  return async (): Promise<Pick<DeploymentResponse, 'demo'>> => {
    const { module } = plugins.loaded.find(({ module: { demoLogins } }) => demoLogins) ?? {};
    if (!isAllowed || !module?.demoLogins) return {};
    isFilled ??= readIsDemo(pool).catch(() => {
      isFilled = null;
      return false;
    });
    if (!(await isFilled)) return {};
    const { password, titles } = await module.demoLogins();
    if (!titles) return {};
    return { demo: { password, logins: Object.entries(titles).map(([login, title]) => ({ login, title })) } };
  };
}

/**
 * Records that a session gets the capabilities for sessions only; returns whether it was recorded, since otherwise they
 * are not announced.
 */
async function remember({ sessions, log }: ServerServices, session: Session): Promise<boolean> {
  try {
    await sessions.recordAnnouncement(session.id);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'could not record that capabilities were announced to a session');
    return false;
  }
}

/** Describes this installation to anyone, without secrets. `toSession` adds what is announced only to sessions. */
async function describeDeployment(services: ServerServices, toSession: boolean): Promise<DeploymentResponse> {
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
      capabilities: state === 'enabled' ? capabilitiesOf(services, manifest, toSession) : [],
      config: state === 'enabled' ? Object.fromEntries(shown) : {},
      ...describeExternal(services.external.find(manifest.id)),
    };
  });
  return {
    plugins,
    branding: deployment.branding,
    testMode: deployment.testMode,
    ...(deployment.place ? { place: deployment.place } : {}),
    timeZone: deployment.timeZone,
    privacy: { revealReason: deployment.privacy.revealReason },
    tiles: [...(await services.basemaps.sources())],
    ...(services.tracing && services.tracing.share > 0 ? { traces: { share: services.tracing.share } } : {}),
    oneId: plugins.some(({ capabilities }) => capabilities.includes(signInCapability)),
  };
}

/** The manifest and client address of an external plugin, which is not part of the browser's build. */
function describeExternal(plugin: ExternalPlugin | undefined) {
  if (!plugin) return {};
  const { manifest, digest, artefact } = plugin;
  const client = artefact.hasClient ? clientAddress(manifest, digest) : null;
  return { external: { manifest: manifestToJson(manifest), client } };
}

/** The capabilities of a plugin with its current settings, as announced to this kind of caller. */
function capabilitiesOf(
  services: ServerServices,
  { id, capabilities = [], sessionCapabilities = [] }: Manifest,
  toSession: boolean,
): string[] {
  const loaded = services.plugins.find(id);
  const able = loaded?.module.capabilities?.(loaded.context) ?? capabilities;
  return capabilities.filter(
    (capability) => able.includes(capability) && (toSession || !sessionCapabilities.includes(capability)),
  );
}
