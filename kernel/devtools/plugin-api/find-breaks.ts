import ts from 'typescript-js';
import { join, resolve } from 'node:path';
import { findChanged } from './declared-names.ts';
import { TypeComparison, type Break } from './compare-types.ts';

const root = resolve(import.meta.dirname, '../../..');
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
  noEmit: true,
};

/**
 * Compares the declarations of an entry with each of several candidates, and lists for each the uses that would break.
 * All are in one program, since most of the time is spent reading the types of React and zod.
 */
export function findBreaks(before: string, candidates: readonly string[]): readonly (readonly string[])[] {
  // Virtual files beside `node_modules`, so that packages resolve; nothing is written.
  const address = (name: string) => join(root, `plugin-api-${name}.d.ts`);
  const texts = new Map([
    [address('before'), before],
    ...candidates.map((text, index) => [address(String(index)), text] as const),
  ]);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  host.getSourceFile = (path, language) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, language) : ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  const checker = program.getTypeChecker();
  const exportsOf = (path: string) => exportedSymbols(program, checker, path);
  const former = exportsOf(address('before'));
  const comparison = new TypeComparison(checker);
  return candidates.map((candidate, index) => {
    const current = exportsOf(address(String(index)));
    const changed = findChanged(before, candidate);
    return [...former]
      .filter(([name, symbol]) => changed.has(symbol.name) || !current.has(name))
      .flatMap(([name, symbol]) => compareExport(checker, comparison, name, symbol, current.get(name)));
  });
}

function exportedSymbols(program: ts.Program, checker: ts.TypeChecker, path: string): Map<string, ts.Symbol> {
  const file = program.getSourceFile(path);
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error('The declarations of an entry of kernel/plugin-api export nothing');
  return new Map(
    checker.getExportsOfModule(module).map((symbol) => {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      return [symbol.name, isAlias ? checker.getAliasedSymbol(symbol) : symbol];
    }),
  );
}

function compareExport(
  checker: ts.TypeChecker,
  comparison: TypeComparison,
  name: string,
  former: ts.Symbol,
  current: ts.Symbol | undefined,
): readonly string[] {
  if (!current) return [`${name} is no longer exported`];
  const sentences: string[] = [];
  if (former.flags & ts.SymbolFlags.Value) {
    if (!(current.flags & ts.SymbolFlags.Value)) return [`${name} is a type only, and was a value`];
    const found = comparison.compare(
      checker.getTypeOfSymbol(former),
      checker.getTypeOfSymbol(current),
      'received',
    );
    sentences.push(...found.map((item) => sentence(name, item)));
  }
  if (former.flags & ts.SymbolFlags.Type) {
    if (!(current.flags & ts.SymbolFlags.Type)) return [`${name} is a value only, and was a type`];
    sentences.push(
      ...compareDeclared(checker, comparison, former, current).map((item) => sentence(name, item)),
    );
  }
  return [...new Set(sentences)];
}

/**
 * Plugins pass and receive values through exported values, which are compared above. A type by itself breaks a plugin
 * only if it changed both for those who write it and for those who read it.
 */
function compareDeclared(
  checker: ts.TypeChecker,
  comparison: TypeComparison,
  former: ts.Symbol,
  current: ts.Symbol,
): readonly Break[] {
  const before = checker.getDeclaredTypeOfSymbol(former);
  const after = checker.getDeclaredTypeOfSymbol(current);
  const parameters = comparison.compareTypeParameters(
    typeParametersOf(checker, former),
    typeParametersOf(checker, current),
    'given',
  );
  if (parameters.length > 0) return parameters;
  const toReader = comparison.compare(before, after, 'received');
  const toWriter = comparison.compare(before, after, 'given');
  return toReader.length > 0 && toWriter.length > 0 ? toReader : [];
}

/** The type parameters of an exported type, which users of the type have to provide. */
function typeParametersOf(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.TypeParameter[] {
  const [declaration] = (symbol.declarations ?? []).filter(
    (one) => ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one) || ts.isTypeAliasDeclaration(one),
  );
  const parameters = declaration?.typeParameters ?? [];
  // Sound: the declaration of a type parameter has a type parameter as its type.
  return parameters.map((parameter) => checker.getTypeAtLocation(parameter) as ts.TypeParameter);
}

function sentence(name: string, { path, text }: Break): string {
  return `${[name, ...path].join(' › ')} ${text}`;
}
