import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { findProgram } from './support/find-program.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * Stories in Firefox and WebKit: `npm run browsers`, with the names of stories after `--`, such as `chat
 * form`. Missing browsers are reported immediately, and count as failures.
 */
const missing = (['firefox', 'webkit', 'display'] as const).flatMap((which) => {
  try {
    findProgram(which);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
});
if (!existsSync(resolve(root, 'dist/index.html')))
  missing.push('there is no build of the product: npm run build');

if (missing.length > 0) {
  process.stderr.write(
    `No story was run, since something is missing:\n${missing.map((one) => `  ${one}\n`).join('')}`,
  );
  process.exitCode = 1;
} else {
  const { status } = spawnSync(
    process.execPath,
    [
      resolve(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--config',
      resolve(import.meta.dirname, 'vitest.config.ts'),
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
}
