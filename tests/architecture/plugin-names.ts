import { manifests } from './manifests.ts';
import { sources, type Source } from './sources.ts';
import { nodesOf, type Node } from './syntax.ts';

/**
 * The kernel's own name: the folder of all plugins, and the subject of its route `GET plugins`. The plugin
 * with that name displays them.
 */
const kernelNames = new Set(['plugins']);

/** Words with which a file would name a plugin. */
export interface PluginNames {
  /** First segments of paths: of routes, pages, texts (`streets:…`) and audit actions (`streets.…`). */
  readonly paths: readonly string[];
  readonly tables: readonly string[];
  readonly permissions: readonly string[];
}

/** The current names of the plugins, from their manifests, routes and migrations. */
export function readPluginNames(): PluginNames {
  const declared = sources(/^plugins\/[^/]+\/(server\/.*|contract|manifest)\.ts$/).filter(isProduct);
  const inPaths = declared.flatMap(({ text }) =>
    [...text.matchAll(/\bpath: '\/?([\w-]+)/g)].map(([, first]) => first ?? ''),
  );
  return {
    paths: [...new Set([...manifests.map(({ id }) => id), ...inPaths])].filter(
      (word) => !kernelNames.has(word),
    ),
    tables: [...tablesOfPlugins().keys()],
    permissions: manifests.flatMap(({ permissions = [] }) => permissions),
  };
}

/** The tables and views of the plugins, each with the plugins that create it. */
export function tablesOfPlugins(): ReadonlyMap<string, readonly string[]> {
  const creations = sources(/^plugins\/[^/]+\/server\/.*\.sql$/).flatMap(({ path, text }) =>
    [...text.matchAll(/create\s+(?:(?:unlogged\s+)?table|view)\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi)].map(
      ([, table]) => ({ table: (table ?? '').toLowerCase(), plugin: path.split('/')[1] ?? '' }),
    ),
  );
  return new Map(
    [...Map.groupBy(creations, ({ table }) => table)].map(([table, found]) => [
      table,
      found.map(({ plugin }) => plugin),
    ]),
  );
}

/**
 * The places where a kernel file names a plugin: by import, path, table or permission, in code and in SQL,
 * not in comments.
 */
export function findPluginNames(file: Source, { paths, tables, permissions }: PluginNames): string[] {
  const isPath = new RegExp(
    `^(?:/(?:api/uz/)?(?:${paths.join('|')})(?:$|[/?#])|(?:${paths.join('|')})[/?:.])`,
  );
  const isTable = new RegExp(
    `\\b(?:from|join|into|update|references|table|using|on)\\s+"?(?:${tables.join('|')})\\b`,
    'i',
  );
  const isPermission = new RegExp(`\\b(?:${permissions.join('|')})\\b`);
  const isImport = new RegExp(`^(?:#|(?:\\.\\./)+)plugins/(?:${paths.join('|')})/`);
  return textsIn(file)
    .filter(
      (text) => isImport.test(text) || isPath.test(text) || isTable.test(text) || isPermission.test(text),
    )
    .map((text) => `${file.path}: ${text.trim().slice(0, 80)}`);
}

const isProduct = ({ path }: Source) => !/\.test\./.test(path);

function textsIn(file: Source): string[] {
  if (file.path.endsWith('.sql')) return [file.text.replace(/--.*$/gm, '')];
  if (!/\.[jt]sx?$/.test(file.path))
    return [...file.text.matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? '');
  return nodesOf(file).flatMap(textOf);
}

function textOf(node: Node): string[] {
  const text = node.type === 'TemplateElement' ? node['cooked'] : node['value'];
  const isText = ['StringLiteral', 'TemplateElement', 'JSXText'].includes(node.type);
  return isText && typeof text === 'string' ? [text] : [];
}
