import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { languages, type Language } from '#kernel/domain/text/languages.ts';
import { offTopicKey } from '../search/classifier.ts';
import { vocabularies } from '../search/vocabulary.ts';

/** A training text of the classifier. */
export interface Lesson {
  /** The key of the entry that answers it. */
  readonly key: string;
  readonly language: Language;
  readonly text: string;
  readonly weight: number;
}

const offTopicWeight = 3;

/** The training texts: ways to ask for each entry, and questions that no entry answers. */
export async function readLessons(): Promise<Lesson[]> {
  const lessons: Lesson[] = [];
  for (const { name, text } of await readTexts()) {
    const isOffTopic = name === 'off-topic.txt';
    let key = offTopicKey;
    let language: Language = 'uz';
    for (const line of text.split('\n')) {
      if (line.startsWith('# ')) key = line.slice(2);
      else if (line.startsWith('## ')) language = z.enum(languages).parse(line.slice(3));
      else if (line !== '') {
        lessons.push({ key, language, text: line, weight: isOffTopic ? offTopicWeight : 1 });
      }
    }
  }
  for (const language of languages) {
    for (const text of vocabularies[language].offTopicQuestions) {
      lessons.push({ key: offTopicKey, language, text, weight: offTopicWeight });
    }
  }
  return lessons;
}

/** The SHA-256 of everything that the trained parameters depend on, except code. */
export async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, text } of await readTexts()) hash.update(`${name}\n${text}\n`);
  const folder = new URL('../search/vocabulary/', import.meta.url);
  for (const name of (await readdir(folder)).toSorted()) {
    hash.update(`${name}\n${await readFile(new URL(name, folder), 'utf8')}\n`);
  }
  return hash.digest('hex');
}

async function readTexts(): Promise<{ readonly name: string; readonly text: string }[]> {
  const names = (await readdir(new URL('phrasings/', import.meta.url)))
    .toSorted()
    .map((name) => `phrasings/${name}`);
  return Promise.all(
    [...names, 'off-topic.txt'].map(async (name) => ({
      name,
      text: await readFile(new URL(name, import.meta.url), 'utf8'),
    })),
  );
}
