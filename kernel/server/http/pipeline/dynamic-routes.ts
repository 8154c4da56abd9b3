import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoadedPlugin } from '../../services/plugin-registry.ts';
import type { ServerServices } from '../../services/server-services.ts';
import { mountApi } from './api.ts';

/** Routes of plugins that start after the server listens, when its own route table is closed. */
export interface DynamicRoutes {
  /** Adds the routes of a plugin, replacing its previous ones; throws if another plugin has one of them. */
  add(loaded: LoadedPlugin): Promise<void>;
  /**
   * Does the same in two steps: preparing, which may fail, then `open`, which serves calls; `drop` discards the routes.
   */
  prepare(loaded: LoadedPlugin): Promise<PreparedRoutes>;
  remove(id: string): Promise<void>;
  /** Takes over a request if there are such routes; the caller must not continue then. */
  take(request: FastifyRequest, reply: FastifyReply): boolean;
  close(): Promise<void>;
}

/** Routes that are built but do not serve calls yet. */
export interface PreparedRoutes {
  open(): Promise<void>;
  drop(): Promise<void>;
}

/** Creates the dynamic routes; `create` makes a server with the same hooks and parsers as the main one. */
export function createDynamicRoutes(
  services: ServerServices,
  create: () => Promise<FastifyInstance>,
): DynamicRoutes {
  let added: readonly LoadedPlugin[] = [];
  let current: FastifyInstance | null = null;

  async function build(modules: readonly LoadedPlugin[]): Promise<FastifyInstance> {
    const server = await create();
    await server.register(async (api) => mountApi(api, services, modules));
    await server.ready();
    return server;
  }

  async function prepareAll(modules: readonly LoadedPlugin[]): Promise<PreparedRoutes> {
    const server = await build(modules);
    return {
      async open() {
        const previous = current;
        [current, added] = [server, modules];
        // It completes the requests that it took over.
        await previous?.close();
      },
      drop: () => server.close(),
    };
  }
  const without = (id: string) => added.filter((plugin) => plugin.id !== id);
  const prepare = (loaded: LoadedPlugin) => prepareAll([...without(loaded.id), loaded]);

  return {
    prepare,
    add: async (loaded) => (await prepare(loaded)).open(),
    async remove(id) {
      if (without(id).length < added.length) await (await prepareAll(without(id))).open();
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
