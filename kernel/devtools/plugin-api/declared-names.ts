import ts from 'typescript-js';

/**
 * Names of declarations that differ between two files, or that use one that differs. Comparing the others is
 * unnecessary, which saves minutes of traversing the types of packages.
 */
export function findChanged(before: string, after: string): ReadonlySet<string> {
  const former = declarationsOf(before);
  const current = declarationsOf(after);
  const changed = new Set(
    [...former].filter(([name, { text }]) => current.get(name)?.text !== text).map(([name]) => name),
  );
  for (let size = -1; size !== changed.size;) {
    size = changed.size;
    for (const [name, { uses }] of former) if (uses.some((used) => changed.has(used))) changed.add(name);
  }
  return changed;
}

interface Declaration {
  readonly text: string;
  readonly uses: readonly string[];
}

function declarationsOf(text: string): Map<string, Declaration> {
  const file = ts.createSourceFile('entry.d.ts', text, ts.ScriptTarget.ES2024, true);
  const statements = file.statements.flatMap((statement) =>
    namesOf(statement).map((name) => ({
      name,
      text: statement.getText(file),
      uses: identifiersOf(statement),
    })),
  );
  const merged = new Map<string, Declaration>();
  for (const { name, text: own, uses } of statements) {
    const other = merged.get(name);
    merged.set(
      name,
      other ? { text: other.text + own, uses: [...other.uses, ...uses] } : { text: own, uses },
    );
  }
  return merged;
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  if (ts.isImportDeclaration(statement)) {
    const bindings = statement.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [];
  }
  const { name } = statement as ts.DeclarationStatement;
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

function identifiersOf(node: ts.Node): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  const found: string[] = [];
  ts.forEachChild(node, (child) => void found.push(...identifiersOf(child)));
  return found;
}

/** Names of exported declarations without a doc comment; a comment on one overload counts for all. */
export function findUndocumented(text: string): readonly string[] {
  const file = ts.createSourceFile('entry.d.ts', text, ts.ScriptTarget.ES2024, true);
  const exported = file.statements.filter((statement) =>
    statement.getText(file).startsWith('export declare '),
  );
  const isDocumented = (statement: ts.Statement) => ts.getJSDocCommentsAndTags(statement).length > 0;
  const documented = new Set(exported.filter(isDocumented).flatMap(namesOf));
  return [...new Set(exported.flatMap(namesOf))].filter((name) => !documented.has(name));
}
