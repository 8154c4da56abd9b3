import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { readReports } from './reports.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The entries that external plugins import; the first works anywhere, the others where Ko‘mak provides them. */
const entries = ['contract', 'client', 'frame', 'server', 'testing'] as const;

/** Packages to which the declarations refer. Without the optional ones, their types are `any`. */
const required = ['zod'];
const optional = [
  '@apollo/client',
  '@deck.gl/core',
  'i18next',
  'kysely',
  'lucide-react',
  'pg',
  'pino',
  'react',
  'react-hook-form',
  'react-router-dom',
  'styled-components',
];

const readme = `# @komak/plugin-api

The types of Ko‘mak's plugin API, for plugins that are written outside of its repository, and the code that evaluates a manifest.

\`contract\` runs anywhere. \`client\`, \`server\` and \`testing\` are provided by Ko‘mak, one instance for all plugins, so leave them out of a bundle. Check types with \`"strict": true\`, \`"skipLibCheck": true\` and \`"moduleResolution": "bundler"\`.
`;

/** Packs `@komak/plugin-api` into a folder, as `npm pack` does, and returns the path of the `.tgz`. */
export async function packPluginApi(target: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'komak-pack-'));
  try {
    await writePackage(folder);
    mkdirSync(target, { recursive: true });
    const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', resolve(target)], {
      cwd: folder,
      encoding: 'utf8',
    });
    return join(resolve(target), name.trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function writePackage(folder: string): Promise<void> {
  const reports = readReports();
  if (!reports) throw new Error('kernel/plugin-api has no reports: run npm run api:report');
  const host = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    license: string;
  };
  const description = {
    name: '@komak/plugin-api',
    version: reports.version,
    description: 'Types of the plugin API of Ko‘mak',
    license: host.license,
    type: 'module',
    exports: Object.fromEntries(
      entries.map((entry) => [`./${entry}`, { types: `./${entry}.d.ts`, default: `./${entry}.js` }]),
    ),
    peerDependencies: Object.fromEntries(
      [...required, ...optional].map((name) => [name, host.dependencies[name] ?? '*']),
    ),
    peerDependenciesMeta: Object.fromEntries(optional.map((name) => [name, { optional: true }])),
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readme);
  for (const entry of entries) {
    writeFileSync(join(folder, `${entry}.d.ts`), withSharedMarks(reports.declarations[entry] ?? ''));
    if (entry !== 'contract') writeFileSync(join(folder, `${entry}.js`), provided(entry));
  }
  const bundle = await rolldown({
    input: join(root, 'kernel/plugin-api/contract.ts'),
    cwd: root,
    external: /^zod/,
  });
  await bundle.write({ file: join(folder, 'contract.js') });
}

/** Otherwise each entry would declare its own plugin symbol, and their manifest types would be incompatible. */
function withSharedMarks(text: string): string {
  return text.replaceAll(/declare const (mark\w*): unique symbol;/g, "declare const $1: '~komak';");
}

function provided(entry: string): string {
  const sentence = `@komak/plugin-api/${entry} is provided by Ko‘mak where the plugin runs: this package contains only its types`;
  return `throw new Error(${JSON.stringify(sentence)});\n`;
}
