import type { Source } from './sources.ts';
import { isNode, nodesOf, type Node } from './syntax.ts';

/** Comments and quoted texts of SQL, which contain no names. The bodies of functions, between `$$`, do. */
const notNames = /--.*$|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/gm;

/** A name that a migration takes away: later ones give it up, and the applied file is never changed. */
const renamed =
  /\balter (?:function|trigger|index|view|table) (\w+)[^;]*?\brename to\b|\brename column (\w+) to\b|\bdrop (?:function|trigger|index|view) (?:if exists )?(\w+)/gi;

/** The names in a piece of SQL: tables, columns, functions, parameters, aliases; with them, its keywords. */
export function namesInSql(sql: string): string[] {
  return [...new Set(sql.replaceAll(notNames, ' ').match(/[a-z_]\w*/gi))];
}

/** The names that migrations rename or drop. */
export function renamedInSql(migrations: readonly Source[]): ReadonlySet<string> {
  const names = migrations.flatMap(({ text }) =>
    [...text.matchAll(renamed)].flatMap(([, ...groups]) => groups.filter(Boolean)),
  );
  return new Set(names);
}

/** The SQL in a file of TypeScript: in templates tagged `sql`, and in texts for `prepared` and `query`. */
export function sqlIn(file: Source): string {
  if (!/sql|query|prepared/i.test(file.text)) return '';
  return nodesOf(file)
    .map((node) => sqlOf(node))
    .join('\n');
}

function sqlOf(node: Node): string {
  if (node.type === 'TaggedTemplateExpression') {
    return isNode(node['tag'], 'Identifier') && node['tag']['value'] === 'sql'
      ? textOf(node['template'])
      : '';
  }
  if (node.type !== 'CallExpression') return '';
  const { callee } = node;
  const named = isNode(callee, 'MemberExpression') ? callee['property'] : callee;
  if (!isNode(named, 'Identifier') || !['prepared', 'query'].includes(String(named['value']))) return '';
  const [first] = node['arguments'] as readonly { expression: unknown }[];
  return textOf(first?.expression);
}

function textOf(value: unknown): string {
  if (isNode(value, 'StringLiteral')) return String(value['value']);
  if (!isNode(value, 'TemplateLiteral')) return '';
  return (value['quasis'] as readonly Node[]).map(({ raw }) => String(raw)).join(' ? ');
}
