import { readFile, readdir } from 'node:fs/promises';
import { requiredIds, type Manifest } from '#kernel/contract/index.ts';
import type { ServerModule } from '../../api/index.ts';
import type { Contributions } from '../../api/plugin-manager.ts';

/** Lists the contributions of a plugin; its calls, hooks and searches are known only if its server module is loaded. */
export function contributionsOf(manifest: Manifest, module: ServerModule | null): Contributions {
  return {
    pages: Object.entries(manifest.routes ?? {}).map(([key, { path, access }]) => ({ key, path, access })),
    menu: Object.keys(manifest.menu ?? {}),
    permissions: [...(manifest.permissions ?? [])],
    capabilities: [...(manifest.capabilities ?? [])],
    events: Object.keys(manifest.events ?? {}),
    notices: Object.keys(manifest.notices ?? {}),
    extensions: [...(manifest.extensions ?? [])],
    calls: (module?.routes ?? []).map(({ method, path, summary, access }) => ({
      method,
      path,
      summary,
      access,
    })),
    hooks: [...new Set((module?.hooks ?? []).map(({ hook }) => hook))],
    searches: module?.search !== undefined,
  };
}

/** The names of the tables that the migrations in a folder create. */
export async function tablesOf(folder: URL): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.sql')).toSorted();
  const tables = new Set<string>();
  for (const name of names) {
    const text = await readFile(new URL(name, `${folder.href.replace(/\/?$/, '/')}`), 'utf8');
    for (const [, table = ''] of text.matchAll(/^\s*create table (?:if not exists )?(\w+)/gim))
      tables.add(table);
    for (const [, table = ''] of text.matchAll(/^\s*drop table (?:if exists )?(\w+)/gim))
      tables.delete(table);
  }
  return [...tables];
}

/** The enabled plugins that require a plugin, directly or not, without itself. */
export function dependentsOf(id: string, enabled: readonly Manifest[]): string[] {
  const falling = new Set([id]);
  for (let grew = true; grew;) {
    const more = enabled.filter(
      (one) => !falling.has(one.id) && requiredIds(one).some((required) => falling.has(required)),
    );
    for (const one of more) falling.add(one.id);
    grew = more.length > 0;
  }
  falling.delete(id);
  return enabled.filter((one) => falling.has(one.id)).map((one) => one.id);
}

/** The plugins that a plugin requires, directly or not, the deepest first. */
export function requirementsOf(id: string, installed: readonly Manifest[]): string[] {
  const found: string[] = [];
  function visit(one: string): void {
    for (const required of requiredIds(installed.find((manifest) => manifest.id === one) ?? {})) {
      if (found.includes(required)) continue;
      visit(required);
      found.push(required);
    }
  }
  visit(id);
  return found;
}
