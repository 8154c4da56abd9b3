import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { discoverPlugins } from './discover-plugins.ts';

const kernel = new URL('../../../', import.meta.url).href;

test('reloads code that failed to load once it is corrected', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'komak-discover-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'mended', 'server'), { recursive: true });
  await writeFile(
    join(folder, 'mended', 'manifest.ts'),
    `import { definePlugin } from '${kernel}contract/index.ts';
     export const mended = definePlugin({ id: 'mended', version: '1.0.0' });`,
  );
  const module = join(folder, 'mended', 'server', 'index.ts');
  const code = `import { defineServer } from '${kernel}server/api/index.ts';
    import { mended } from '../manifest.ts';
    export const mendedServer = defineServer(mended, {});`;
  await writeFile(module, `${code}\nthrow new Error('not yet');`);
  const [plugin] = await discoverPlugins(folder);
  await expect(plugin?.load()).rejects.toThrow('not yet');
  await writeFile(module, code);
  expect((await plugin?.load())?.manifest.id).toBe('mended');
});
