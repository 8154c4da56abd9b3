import type { Source } from './sources.ts';
import { isNode, nodesIn, nodesOf, type Node } from './syntax.ts';

/**
 * Files that the server runs: their modules are functions of their services, and keep no state between calls.
 */
export const serverFiles =
  /^(kernel\/(server|domain|contract)|kernel\/(app|identity|records)\/server|plugins\/[^/]+\/server)\/.*\.ts$/;

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'MethodProperty',
]);

const mutators = new Set(
  'set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
);

/**
 * Finds mutable variables of a module: `let` and `var`, objects and collections that the module writes to,
 * and functions created by one of its functions with a collection that they write to.
 */
export function mutableModuleState(file: Source): string[] {
  const nodes = nodesOf(file);
  const [module] = nodes;
  const statements = (module?.['body'] ?? []) as readonly Node[];
  const written = new Set(nodes.flatMap((node) => writtenName(node) ?? []));
  const makers = new Set(nodes.filter(makesMemo).map(({ identifier }) => nameOf(identifier)));
  return statements
    .map((statement) => (isNode(statement['declaration']) ? statement['declaration'] : statement))
    .filter((statement) => isNode(statement, 'VariableDeclaration'))
    .flatMap(({ kind, declarations }) =>
      (declarations as readonly Node[])
        .map(({ id, init }) => ({ name: nameOf(id), init }))
        .filter(
          ({ name, init }) =>
            kind !== 'const' || (isContainer(init) && written.has(name)) || makers.has(calledName(init)),
        )
        .map(({ name }) => `${file.path}: ${name}`),
    );
}

/**
 * Finds stateful functions created while a module is loaded, whose state all servers would share. A function
 * creates such state if it returns one that writes to a variable or a collection of the outer one.
 */
export function sharedMakers(files: readonly Source[]): string[] {
  const parsed = files.map((file) => ({ file, nodes: nodesOf(file) }));
  const makers = new Set(
    parsed.flatMap(({ nodes }) =>
      nodes.filter((node) => isMemo(node) || makesMemo(node)).map(({ identifier }) => nameOf(identifier)),
    ),
  );
  return parsed.flatMap(({ file, nodes }) =>
    [...new Set(loadedCalls(nodes[0]?.['body']))]
      .filter((name) => makers.has(name))
      .map((name) => `${file.path}: ${name}`),
  );
}

/** The names of the functions that are called while a module is loaded, outside functions. */
function loadedCalls(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(loadedCalls);
  if (typeof value !== 'object' || value === null) return [];
  if (isNode(value) && (functionTypes.has(value.type) || isOfInstance(value))) return [];
  const inner = Object.values(value).flatMap(loadedCalls);
  const name = calledName(value);
  return name === '' ? inner : [name, ...inner];
}

/** Whether a part of a class belongs to its instances: a method, or a property that is not static. */
function isOfInstance({ type, isStatic }: Node): boolean {
  if (type === 'ClassProperty' || type === 'PrivateProperty') return isStatic !== true;
  return type === 'ClassMethod' || type === 'PrivateMethod' || type === 'Constructor';
}

/** Whether a function declares a variable that an inner function assigns. */
function isMemo(node: Node): boolean {
  if (!isNode(node, 'FunctionDeclaration') || !isNode(node['body'])) return false;
  const statements = node['body']['stmts'] as readonly Node[];
  const own = statements
    .filter((statement) => isNode(statement, 'VariableDeclaration') && statement['kind'] === 'let')
    .flatMap(({ declarations }) => declarations as readonly Node[])
    .map(({ id }) => nameOf(id));
  const inner = nodesIn(statements).filter(({ type }) => functionTypes.has(type));
  return inner
    .flatMap(nodesIn)
    .some((within) => isNode(within, 'AssignmentExpression') && own.includes(nameOf(within['left'])));
}

/** Whether a function has a collection that an inner function writes to. */
function makesMemo(node: Node): boolean {
  if (!isNode(node, 'FunctionDeclaration') || !isNode(node['body'])) return false;
  const statements = node['body']['stmts'] as readonly Node[];
  const own = statements
    .filter((statement) => isNode(statement, 'VariableDeclaration'))
    .flatMap(({ declarations }) => declarations as readonly Node[])
    .filter(({ init }) => isNode(init, 'NewExpression'))
    .map(({ id }) => nameOf(id));
  const inner = nodesIn(statements).filter(({ type }) => functionTypes.has(type));
  return inner.some((one) => nodesIn(one).some((within) => own.includes(writtenName(within) ?? '')));
}

/** The name of the called function; empty if there is none. */
function calledName(value: unknown): string {
  return isNode(value, 'CallExpression') ? nameOf(value['callee']) : '';
}

/**
 * Whether a value is a container: an instance such as a map, an array, an object, or a registry of schemas; with
 * or without a type assertion.
 */
function isContainer(value: unknown): boolean {
  if (!isNode(value)) return false;
  if (value.type.startsWith('Ts')) return isContainer(value['expression']);
  if (isNode(value['callee'], 'MemberExpression')) return nameOf(value['callee']['property']) === 'registry';
  return ['NewExpression', 'ArrayExpression', 'ObjectExpression'].includes(value.type);
}

/** The name of the object that a node mutates: `a` of `a.set(…)`, `a.b = 1`, `a[0]++` and `delete a.b`. */
function writtenName(node: Node): string | null {
  switch (node.type) {
    case 'CallExpression': {
      const { callee } = node;
      if (!isNode(callee, 'MemberExpression') || !mutators.has(nameOf(callee['property']))) return null;
      return nameOf(callee['object']);
    }
    case 'AssignmentExpression':
      return ownerOf(node['left']);
    case 'UpdateExpression':
      return ownerOf(node['argument']);
    case 'UnaryExpression':
      return node['operator'] === 'delete' ? ownerOf(node['argument']) : null;
    default:
      return null;
  }
}

/** The variable that a property belongs to, at any depth. */
function ownerOf(value: unknown): string | null {
  if (!isNode(value, 'MemberExpression')) return null;
  return ownerOf(value['object']) ?? nameOf(value['object']);
}

function nameOf(value: unknown): string {
  return isNode(value, 'Identifier') ? String(value['value']) : '';
}
