import {
  BREAK,
  Kind,
  visit,
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type SelectionSetNode,
} from 'graphql';

/** The argument that distinguishes the responses of two calls in the cache. */
const callArgument = 'call';

/**
 * Prepares a `@rest` document for the cache. Adds a type, `<Type><Field>`, to every nested object without one, so that
 * the cache can distinguish them; entities that are shared between documents declare `@type(name: "…")`. Adds each
 * field's call as an argument, since the cache ignores `@rest` in a field's key and would confuse fields of the same
 * name.
 */
export function prepareDocument(document: DocumentNode): DocumentNode {
  const trail: string[] = [];
  return visit(document, {
    Field: {
      enter(field) {
        if (!field.selectionSet) return undefined;
        const named = typeOf(field);
        const name = named ?? `${trail.at(-1) ?? 'Answer'}${pascal(field.name.value)}`;
        trail.push(name);
        if (trail.length === 1) return withCall(field);
        if (named !== null) return undefined;
        return { ...field, directives: [...(field.directives ?? []), typeDirective(name)] };
      },
      leave(field) {
        if (field.selectionSet) trail.pop();
      },
    },
  });
}

/**
 * Adds `__typename` and missing fields to data that did not come through the link, such as those of a socket event, so
 * that they can be written to the cache.
 */
export function completeData(document: DocumentNode, data: unknown): unknown {
  const typed = prepareDocument(document);
  const fragments = new Map<string, SelectionSetNode>();
  let root: SelectionSetNode | undefined;
  for (const definition of typed.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) root = definition.selectionSet;
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition.selectionSet);
    }
  }
  return root ? complete(fieldsOf(root, fragments), data, fragments) : data;
}

/** Returns the selection set of the first field of a type, in a document with type names; null if there is none. */
export function selectionOf(document: DocumentNode, type: string): SelectionSetNode | null {
  let found: SelectionSetNode | null = null;
  visit(document, {
    Field(field) {
      if (found === null && field.selectionSet && typeOf(field) === type) found = field.selectionSet;
      return found === null ? undefined : BREAK;
    },
  });
  return found;
}

type Fragments = ReadonlyMap<string, SelectionSetNode>;

function fieldsOf(selections: SelectionSetNode | undefined, fragments: Fragments): FieldNode[] {
  return (selections?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    return fieldsOf(
      node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value),
      fragments,
    );
  });
}

function complete(fields: readonly FieldNode[], value: unknown, fragments: Fragments): unknown {
  if (Array.isArray(value)) return value.map((item) => complete(fields, item, fragments));
  if (typeof value !== 'object' || value === null) return value;
  const source = value as Record<string, unknown>;
  const whole: Record<string, unknown> = { ...source };
  for (const field of fields) {
    if (field.name.value === '__typename') continue;
    const key = field.alias?.value ?? field.name.value;
    const inner = source[key] ?? null;
    whole[key] = field.selectionSet
      ? withType(complete(fieldsOf(field.selectionSet, fragments), inner, fragments), typeOf(field))
      : inner;
  }
  return whole;
}

function withType(value: unknown, name: string | null): unknown {
  const type = name?.replaceAll(/[[\]\s]/g, '') ?? null;
  if (Array.isArray(value)) return value.map((item) => withType(item, type));
  if (type === null || typeof value !== 'object' || value === null) return value;
  return { __typename: type, ...value };
}

function typeOf(field: FieldNode): string | null {
  for (const { name, arguments: given } of field.directives ?? []) {
    const key = name.value === 'rest' ? 'type' : name.value === 'type' ? 'name' : null;
    const value = given?.find((argument) => argument.name.value === key)?.value;
    if (value?.kind === Kind.STRING) return value.value.replaceAll(/[[\]\s]/g, '');
  }
  return null;
}

/** Adds the type and path of a field's call to its cache key. */
function withCall(field: FieldNode): FieldNode | undefined {
  const given = field.arguments ?? [];
  const rest = field.directives?.find(({ name }) => name.value === 'rest');
  if (!rest || given.some(({ name }) => name.value === callArgument)) return undefined;
  const parts = (rest.arguments ?? []).flatMap(({ value }) =>
    value.kind === Kind.STRING ? value.value : [],
  );
  const call: ArgumentNode = {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: callArgument },
    value: { kind: Kind.STRING, value: parts.join(' ') },
  };
  return { ...field, arguments: [...given, call] };
}

function typeDirective(name: string): DirectiveNode {
  return {
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: 'type' },
    arguments: [
      {
        kind: Kind.ARGUMENT,
        name: { kind: Kind.NAME, value: 'name' },
        value: { kind: Kind.STRING, value: name },
      },
    ],
  };
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
