import type { FastifyInstance } from 'fastify';
import { fail } from '#kernel/contract/index.ts';
import type { OutsidePlugins } from '../../artefacts/outside-plugins.ts';
import { assetHeaders } from '../security/headers.ts';

const year = 31_536_000;

/** The address of an outside plugin's client module; other contents have another. */
export function clientAddress(id: string, digest: string): string {
  return `/outside/${id}/${digest}/client.js`;
}

/** Mounts the client modules of the outside plugins that are installed. */
export function mountOutsideClients(server: FastifyInstance, outside: Pick<OutsidePlugins, 'find'>): void {
  server.get<{ Params: { id: string; digest: string } }>(
    clientAddress(':id', ':digest'),
    async (request, reply) => {
      const { id, digest } = request.params;
      const plugin = outside.find(id);
      const code = plugin?.digest === digest ? plugin.artefact.files.get('client.js') : undefined;
      if (!code) throw fail('not_found');
      return reply
        .headers({ ...assetHeaders, 'cache-control': `public, max-age=${year}, immutable` })
        .type('text/javascript; charset=utf-8')
        .send(code);
    },
  );
}
