import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { fail, type Manifest } from '#kernel/contract/index.ts';
import type { ExternalPlugin, ExternalPlugins } from '../../artefacts/external-plugins.ts';
import { ownOrigin } from '../security/own-origin.ts';
import { assetHeaders, framedPageHeaders } from '../security/headers.ts';

const year = 31_536_000;

/**
 * The address of an external plugin for the shell: its client module, or its page for a frame. It differs between
 * contents.
 */
export function clientAddress({ id, isolation }: Pick<Manifest, 'id' | 'isolation'>, digest: string): string {
  return `/external/${id}/${digest}/${isolation === 'frame' ? 'frame.html' : 'client.js'}`;
}

/** Mounts the client modules of the installed external plugins, and the pages for those in frames. */
export async function mountExternalClients(
  server: FastifyInstance,
  {
    external,
    publicUrl,
  }: { readonly external: Pick<ExternalPlugins, 'find'>; readonly publicUrl: string | null },
  dist: string | null,
): Promise<void> {
  const frameModule = dist === null ? null : await findFrameModule(dist);

  function find({ id, digest }: { id: string; digest: string }): ExternalPlugin {
    const plugin = external.find(id);
    if (plugin?.digest !== digest || !plugin.artefact.hasClient) throw fail('not_found');
    return plugin;
  }

  server.get<{ Params: { id: string; digest: string } }>(
    '/external/:id/:digest/client.js',
    async (request, reply) => {
      const { manifest, artefact } = find(request.params);
      // A frame's origin is opaque, so all modules are cross-origin.
      if (manifest.isolation === 'frame') void reply.header('access-control-allow-origin', '*');
      return reply
        .headers({ ...assetHeaders, 'cache-control': `public, max-age=${year}, immutable` })
        .type('text/javascript; charset=utf-8')
        .send(artefact.files.get('client.js'));
    },
  );
  server.get<{ Params: { id: string; digest: string } }>(
    '/external/:id/:digest/frame.html',
    async (request, reply) => {
      const { manifest } = find(request.params);
      if (manifest.isolation !== 'frame' || frameModule === null) throw fail('not_found');
      const importMap = JSON.stringify({ imports: { '@komak/plugin-api/frame': frameModule } });
      const own = ownOrigin({ publicUrl }, request);
      return reply
        .headers(framedPageHeaders({ inlineScript: importMap, own }))
        .type('text/html; charset=utf-8')
        .send(framePage(importMap));
    },
  );
}

/** Finds the built module of the frame's port to the shell, by the import map of the page. */
async function findFrameModule(dist: string): Promise<string | null> {
  const page = await readFile(join(dist, 'index.html'), 'utf8').catch(() => '');
  return /"@komak\/plugin-api\/frame":"([^"]+)"/.exec(page)?.[1] ?? null;
}

function framePage(importMap: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<script type="importmap">${importMap}</script>
<style>body { margin: 0; font: 14px/1.5 var(--font, sans-serif); color: var(--text); background: transparent; }</style>
<script type="module" src="client.js" crossorigin></script>
</head>
<body></body>
</html>
`;
}
