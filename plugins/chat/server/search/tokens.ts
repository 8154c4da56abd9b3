import { normalizeForSearch } from '#kernel/domain/text/index.ts';
import { stemOf, type Lexicon } from './lexicon.ts';
import { uzbekStems, vocabularies } from './vocabulary.ts';

/** Letters and digits, including the apostrophes within Uzbek words. */
const wordPattern = /[\p{L}\p{N}]+(?:['\u02BB\u02BC\u2018\u2019\u0060\u00B4][\p{L}\p{N}]*)*/gu;

/** The term that represents every number. */
export const numberTerm = '#';

/** `yoʻq` (no), which normalized would match the start of `yoqish`. */
const noPattern = /^(?:yo['\u02BB\u02BC\u2018\u2019\u0060\u00B4]q|йўқ)/iu;

/** The term that represents every negation, and "why". */
const negationTerm = 'nega';

/** The maximum number of tokens of a text; questions are shorter. */
const maxTokens = 400;

/** A word of a text. */
export interface Token {
  /** The canonical stem, by which words are compared. */
  readonly term: string;
  /** The word as written, normalized. */
  readonly written: string;
}

/** The tokens of a text in either script of its language, without stop words. */
export function tokenize(text: string, lexicon: Lexicon): Token[] {
  return tokenizeWith(text, (written) => tokensOf(written, lexicon));
}

/** Tokenizes many texts of one language and remembers their words. */
export interface CachingTokenizer {
  termsOf(text: string): string[];
  /** Every word read so far, normalized, with its term. */
  readonly forms: ReadonlyMap<string, string>;
}

/** Creates a {@link CachingTokenizer}. */
export function createTokenizer(lexicon: Lexicon): CachingTokenizer {
  const cache = new Map<string, readonly Token[]>();
  const forms = new Map<string, string>();
  const cachedTokensOf = (written: string): readonly Token[] => {
    let tokens = cache.get(written);
    if (!tokens) {
      tokens = tokensOf(written, lexicon);
      cache.set(written, tokens);
      for (const { term, written: form } of tokens) forms.set(term, term).set(form, term);
    }
    return tokens;
  };
  return { forms, termsOf: (text) => tokenizeWith(text, cachedTokensOf).map(({ term }) => term) };
}

function tokenizeWith(text: string, tokensOfWord: (written: string) => readonly Token[]): Token[] {
  const tokens: Token[] = [];
  let previous = '';
  for (const [written] of text.normalize('NFKC').matchAll(wordPattern)) {
    tokens.push(...tokensOfWord(written));
    const direction = tableDirection(written, previous);
    if (direction !== null) tokens.push({ term: direction, written: direction });
    if (tokens.length >= maxTokens) break;
    previous = written.toLowerCase();
  }
  return tokens;
}

const uzbekTables = vocabularies.uz.tableWords;
const russianTables = vocabularies.ru.tableWords;

/**
 * Whether a table or file is the source (`<table`) or the target (`>table`): the only difference between
 * import and export.
 */
function tableDirection(written: string, previous: string): string | null {
  const word = written.toLowerCase();
  if (isUzbekTable(word, uzbekTables.from)) return '<table';
  if (isUzbekTable(word, uzbekTables.to)) return '>table';
  if (!russianTables.nouns.some((noun) => word.startsWith(noun))) return null;
  if (russianTables.from.includes(previous)) return '<table';
  return russianTables.to.includes(previous) ? '>table' : null;
}

/** Whether a word means a table or a file and has one of some endings. */
function isUzbekTable(word: string, endings: readonly string[]): boolean {
  return uzbekTables.nouns.some(
    (noun) => word.startsWith(noun) && endings.some((ending) => word.slice(noun.length).endsWith(ending)),
  );
}

/** The tokens of one written word: none for a stop word; for a negated verb, the verb and a negation. */
function tokensOf(written: string, { language, isStopWord, canonical }: Lexicon): readonly Token[] {
  const normalized = normalizeForSearch(written);
  const tokens: Token[] = [];
  if (language === 'uz' && noPattern.test(written)) return [{ term: negationTerm, written: normalized }];
  if (language === 'uz' && isNegatedVerb(normalized)) {
    tokens.push({ term: negationTerm, written: normalized });
  }
  const stem = /^\p{N}+$/u.test(written) ? numberTerm : stemOf(written, language);
  if (stem !== '' && !isStopWord(written, stem)) {
    tokens.push({ term: canonical.get(stem) ?? stem, written: normalized });
  }
  return tokens;
}

function isNegatedVerb(normalized: string): boolean {
  return uzbekStems.negatedEndings.some(
    (ending) => normalized.endsWith(ending) && /[a-z]{2}$/.test(normalized.slice(0, -ending.length)),
  );
}
