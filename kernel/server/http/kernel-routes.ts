import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import {
  allows,
  anyone,
  deploymentAnswerSchema,
  oneIdCapability,
  signedIn,
  type DeploymentAnswer,
  type Language,
  type Manifest,
  type SearchGroup,
  type Viewer,
} from '#kernel/contract/index.ts';
import { languageOf } from '../i18n/language.ts';
import type { Runtime } from '../runtime.ts';
import { answerSchema } from './answer-schema.ts';
import { apiBase } from './api.ts';
import { authorize } from './authorize.ts';
import { mountFiles } from './files-route.ts';
import { searchAnswerSchema, searchQuerySchema } from './kernel-schemas.ts';
import { readInput } from './validate.ts';

/** Hits of one plugin that the top bar shows. */
const hitsShown = 5;

/** Mounts the calls of the kernel itself: plugins, search, files. */
export function mountKernelRoutes(api: FastifyInstance, runtime: Runtime): void {
  api.get(
    `${apiBase}/plugins`,
    { schema: { response: { 200: answerSchema(deploymentAnswerSchema) } } },
    async (request) => {
      await authorize(runtime.sessions, request.headers.authorization, anyone);
      return describeDeployment(runtime);
    },
  );
  api.get(
    `${apiBase}/search`,
    { schema: { response: { 200: answerSchema(searchAnswerSchema) } } },
    async (request) => {
      const session = await authorize(runtime.sessions, request.headers.authorization, signedIn);
      const { q } = readInput(searchQuerySchema, request.query) as z.output<typeof searchQuerySchema>;
      const language = languageOf(request.headers['accept-language']);
      if (!session || q === '') return { groups: [] };
      return { groups: await searchAll(runtime, q, session.viewer, language) };
    },
  );
  mountFiles(api, runtime);
}

/** What anybody may know of this installation: nothing secret. */
export function describeDeployment(runtime: Runtime): DeploymentAnswer {
  const { registry, deployment } = runtime;
  const plugins = registry.installed.map((manifest) => {
    const { state } = registry.explain(manifest.id);
    const config = registry.config(manifest.id);
    const shown = (manifest.publicConfig ?? []).map((key) => [key, config[key]] as const);
    return {
      id: manifest.id,
      version: manifest.version,
      enabled: state === 'enabled',
      reason: state === 'enabled' ? null : state,
      capabilities: state === 'enabled' ? capabilitiesOf(runtime, manifest) : [],
      config: state === 'enabled' ? Object.fromEntries(shown) : {},
    };
  });
  return {
    plugins,
    branding: deployment.branding,
    testMode: deployment.testMode,
    timeZone: deployment.timeZone,
    tiles: deployment.tiles,
    oneId: plugins.some(({ capabilities }) => capabilities.includes(oneIdCapability)),
  };
}

/** What a plugin can do with the settings of the moment. */
function capabilitiesOf(runtime: Runtime, { id, capabilities = [] }: Manifest): string[] {
  const loaded = runtime.halves.find((one) => one.id === id);
  const able = loaded?.half.capabilities?.(loaded.context) ?? capabilities;
  return capabilities.filter((capability) => able.includes(capability));
}

async function searchAll(
  runtime: Runtime,
  text: string,
  viewer: Viewer,
  language: Language,
): Promise<SearchGroup[]> {
  const asked = runtime.halves.filter(
    ({ id, half }) => half.search && runtime.registry.isEnabled(id) && allows(half.search.access, viewer),
  );
  const groups = await Promise.all(
    asked.map(async ({ id, half, context }) => {
      try {
        const items = await half.search?.find(text, { viewer, language, context, limit: hitsShown });
        return { plugin: id, items: items ?? [] };
      } catch (error) {
        // One plugin that cannot search hides its own hits, not those of the others.
        context.log.error({ err: error }, 'the search of a plugin failed');
        return { plugin: id, items: [] };
      }
    }),
  );
  return groups.filter(({ items }) => items.length > 0);
}
