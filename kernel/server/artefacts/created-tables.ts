/**
 * Tokens: comments and strings, which are skipped; quoted names; words; other characters. `$$` bodies are read like the
 * rest.
 */
const token =
  /--[^\n]*|\/\*[^]*?\*\/|\bE'(?:\\[^]|''|[^'\\])*'|'(?:''|[^'])*'|"(?<quoted>(?:""|[^"])+)"|(?<word>[\p{L}_][\p{L}\p{N}_$]*)|(?<sign>[^\s])/giu;

const beforeKind = new Set([
  'or',
  'replace',
  'global',
  'local',
  'unlogged',
  'recursive',
  'materialized',
  'foreign',
]);

/** The tables and views that SQL statements create, except temporary ones, each as often as it occurs. */
export function createdTables(sql: string): string[] {
  const tokens = [...sql.matchAll(token)].flatMap(({ groups = {} }) => {
    const { quoted, word, sign } = groups;
    if (quoted !== undefined) return { text: quoted.replaceAll('""', '"'), isName: true };
    if (word !== undefined) return { text: word.toLowerCase(), isName: true };
    return sign === undefined ? [] : { text: sign, isName: false };
  });
  const textAt = (at: number) => tokens[at]?.text ?? '';
  return tokens.flatMap(({ text }, start) => {
    if (text !== 'create') return [];
    let at = start + 1;
    while (beforeKind.has(textAt(at))) at += 1;
    if (textAt(at) !== 'table' && textAt(at) !== 'view') return [];
    at += 1;
    if (textAt(at) === 'if' && textAt(at + 1) === 'not') at += 3;
    // A schema, or a database and a schema, may precede the name.
    while (textAt(at + 1) === '.') at += 2;
    return tokens[at]?.isName ? [textAt(at)] : [];
  });
}
