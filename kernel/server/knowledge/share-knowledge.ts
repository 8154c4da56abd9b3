import { readdir, readFile } from 'node:fs/promises';
import { knowledgeHook, type Knowledge, type KnowledgeText } from '#kernel/contract/hooks/knowledge.ts';
import { onHook, type HookListener } from '../api/index.ts';
import { languages, type Language } from '#kernel/domain/text/languages.ts';

/**
 * Provides a plugin's knowledge to the assistant: the entries in the Markdown files of a folder, which each assistant
 * reads once, at its first question.
 *
 * @example hooks: [shareKnowledge('queue', new URL('../knowledge/', import.meta.url))]
 */
export function shareKnowledge(plugin: string, folder: URL): HookListener {
  const source = { plugin, folder };
  const read = () => readKnowledge(plugin, folder);
  return onHook(knowledgeHook, async (gathering) => {
    if (gathering.addOnce) await gathering.addOnce(source, read);
    else gathering.add(await read());
  });
}

/** Reads the entries of a folder's Markdown files, in the order of the file names. */
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
  if (twice) throw new Error(`${twice.key} is declared twice`);
  return entries;
}

/**
 * Reads entries out of Markdown:
 *
 * ```md
 * # accept
 * path: /applications/accept
 * audience: staff
 *
 * ## uz: Ariza qanday qabul qilinadi?
 * ? yangi ariza yozish
 * Menyuda **Ariza qabul qilish**ni oching.
 *
 * ## ru: Как принять заявление?
 * Откройте в меню **Принять заявление**.
 * ```
 *
 * Lines with `?` are other phrasings of the question. Defaults: the audience is `staff`, and the answer links to no page.
 * `starter: 3` offers the entry among the first questions, in the order of these numbers. Throws an error that names the
 * file and the line of an invalid entry.
 */
export function parseKnowledge(
  markdown: string,
  { plugin, file }: { plugin: string; file: string },
): Knowledge[] {
  const entries: Draft[] = [];
  let block: Block | undefined;
  markdown.split('\n').forEach((line, index) => {
    const wrong = (problem: string) => new Error(`${file}:${index + 1}: ${problem}`);
    const [, key] = /^# (\S+)$/.exec(line) ?? [];
    const [, language, name = ''] = /^## (\w+): (.+)$/.exec(line) ?? [];
    const entry = entries.at(-1);
    if (key !== undefined) {
      entries.push({
        key: `${plugin}/${key}`,
        audience: 'staff',
        path: null,
        blocks: {},
        at: `${file}:${index + 1}`,
      });
      block = undefined;
    } else if (language !== undefined) {
      if (!entry || !isLanguage(language)) throw wrong(`"${line}" is neither a key nor a language`);
      block = { name: name.trim(), asks: [], lines: [] };
      entry.blocks[language] = block;
    } else if (block) {
      if (line.startsWith('? ')) block.asks.push(line.slice(2).trim());
      else block.lines.push(line);
    } else if (line.trim() !== '') {
      if (!entry) throw wrong('an entry begins with "# key"');
      readSetting(entry, line, wrong);
    }
  });
  return entries.map(finish);
}

interface Block {
  readonly name: string;
  readonly asks: string[];
  readonly lines: string[];
}

interface Draft {
  readonly key: string;
  audience: Knowledge['audience'];
  path: string | null;
  starter?: number;
  readonly blocks: Partial<Record<Language, Block>>;
  readonly at: string;
}

function readSetting(entry: Draft, line: string, wrong: (problem: string) => Error): void {
  const [, name, value = ''] = /^(\w+): (\S+)$/.exec(line) ?? [];
  if (name === 'path' && value.startsWith('/')) entry.path = value;
  else if (name === 'audience' && isAudience(value)) entry.audience = value;
  else if (name === 'starter' && /^[1-9]\d*$/.test(value)) entry.starter = Number(value);
  else throw wrong(`"${line}" is not a setting of an entry`);
}

function finish({ key, audience, path, starter, blocks, at }: Draft): Knowledge {
  const texts = languages.map((language): [Language, KnowledgeText] => {
    const block = blocks[language];
    const text = block?.lines.join('\n').trim() ?? '';
    if (!block || text === '') throw new Error(`${at}: the entry has no text in ${language}`);
    return [language, { name: block.name, asks: block.asks.join('\n'), text }];
  });
  return {
    key,
    audience,
    path,
    ...(starter === undefined ? {} : { starter }),
    ...(Object.fromEntries(texts) as Record<Language, KnowledgeText>),
  };
}

function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

function isAudience(text: string): text is Knowledge['audience'] {
  return text === 'public' || text === 'staff' || text === 'super_admin';
}
