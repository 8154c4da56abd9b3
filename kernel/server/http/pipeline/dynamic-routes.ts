import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoadedPlugin } from '../../services/plugin-registry.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { mountApi } from './api.ts';

/** Routes of plugins that start after the server listens, when its own route table is closed. */
export interface DynamicRoutes {
  /** Adds the routes of a plugin; throws when another plugin has one of them. */
  add(loaded: LoadedPlugin): Promise<void>;
  /** Takes a request over when there are such routes; the caller must do nothing more then. */
  take(request: FastifyRequest, reply: FastifyReply): boolean;
  close(): Promise<void>;
}

/** Creates the dynamic routes; `create` makes a server with the same hooks and parsers as the first one. */
export function createDynamicRoutes(
  services: ServerServices,
  create: () => Promise<FastifyInstance>,
): DynamicRoutes {
  const added: LoadedPlugin[] = [];
  let current: FastifyInstance | null = null;

  async function build(modules: readonly LoadedPlugin[]): Promise<FastifyInstance> {
    const server = await create();
    await server.register(async (api) => mountApi(api, services, modules));
    await server.ready();
    return server;
  }

  return {
    async add(loaded) {
      const previous = current;
      current = await build([...added, loaded]);
      added.push(loaded);
      // It finishes the requests that it took.
      await previous?.close();
    },
    take(request, reply) {
      if (!current) return false;
      reply.hijack();
      current.routing(request.raw, reply.raw);
      return true;
    },
    async close() {
      await current?.close();
    },
  };
}
