import { readdir, readFile } from 'node:fs/promises';
import { knowledgeHook, type Knowledge } from '#kernel/contract/knowledge.ts';
import { onHook, type HookListener } from '../api/index.ts';
import { parseKnowledge } from './parse-knowledge.ts';

/**
 * Lets a plugin tell what it knows of itself: the entries of the Markdown files of a folder, read once, when first asked.
 *
 * @example hooks: [shareKnowledge('queue', new URL('../knowledge/', import.meta.url))]
 */
export function shareKnowledge(plugin: string, folder: URL): HookListener {
  let entries: Promise<readonly Knowledge[]> | undefined;
  return onHook(knowledgeHook, async (gathering) => {
    entries ??= readKnowledge(plugin, folder);
    gathering.add(await entries);
  });
}

/** The entries of a folder's Markdown files, by the names of the files. */
export async function readKnowledge(plugin: string, folder: URL): Promise<readonly Knowledge[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  const parts = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return parseKnowledge(text, { plugin, file: `plugins/${plugin}/knowledge/${name}` });
    }),
  );
  const entries = parts.flat();
  const twice = entries.find(({ key }, index) => entries.findIndex((other) => other.key === key) !== index);
  if (twice) throw new Error(`${twice.key} is told twice`);
  return entries;
}
