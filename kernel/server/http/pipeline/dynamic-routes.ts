import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoadedPlugin } from '../../services/plugin-registry.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { mountApi } from './api.ts';

/** The calls of plugins that came after the server had begun to listen, when its own table of routes is closed. */
export interface DynamicRoutes {
  /** Opens the calls of a plugin; throws when another answers one of them. */
  add(loaded: LoadedPlugin): Promise<void>;
  /** Hands a call over, if there is anybody to take it; the caller has nothing more to do then. */
  take(request: FastifyRequest, reply: FastifyReply): boolean;
  close(): Promise<void>;
}

/** Makes the table of late calls; `create` gives a server that treats a call as the first one does. */
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
      const former = current;
      current = await build([...added, loaded]);
      added.push(loaded);
      // Calls that it has taken are finished by it.
      await former?.close();
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
