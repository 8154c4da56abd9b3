import ts from 'typescript-js';

/**
 * The direction of a value: `received` by a plugin from the host, `given` by a plugin to the host; `either`: only
 * removals count.
 */
export type Role = 'received' | 'given' | 'either';

/** A use that worked before and breaks now: its path (`parameter 1`, `columns`) and the problem. */
export interface Break {
  readonly path: readonly string[];
  readonly text: string;
}

/** Limits the depth, since generic types of packages can expand without end. */
const maxDepth = 12;

const flipped = { received: 'given', given: 'received', either: 'either' } as const;
const at = (step: string, breaks: readonly Break[]): Break[] =>
  breaks.map(({ path, text }) => ({ path: [step, ...path], text }));
const because = (text: string): Break[] => [{ path: [], text }];

/**
 * Compares types by structure. Assignability alone would not do: TypeScript allows a method's parameter to be narrowed,
 * and a removed optional field stays assignable although a plugin that names it no longer compiles.
 */
export class TypeComparison {
  readonly #checker: ts.TypeChecker;
  readonly #known = new Map<string, readonly Break[]>();
  readonly #ids = new Map<ts.Type, number>();
  #depth = 0;

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** Compares a type with its replacement. */
  compare(before: ts.Type, after: ts.Type, role: Role): readonly Break[] {
    if (before === after) return [];
    const key = `${this.#idOf(before)} ${this.#idOf(after)} ${role}`;
    const found = this.#known.get(key);
    if (found) return found;
    // Ends the recursion of types that contain themselves.
    this.#known.set(key, []);
    this.#depth++;
    const breaks =
      this.#depth > maxDepth
        ? this.#compareWhole(before, after, role)
        : before.isUnion() || after.isUnion()
          ? this.#compareParts(partsOf(before), partsOf(after), role)
          : this.#compareOne(before, after, role);
    this.#depth--;
    this.#known.set(key, breaks);
    return breaks;
  }

  #idOf(type: ts.Type): number {
    const id = this.#ids.get(type) ?? this.#ids.size;
    this.#ids.set(type, id);
    return id;
  }

  #textOf(type: ts.Type): string {
    return this.#checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation).slice(0, 120);
  }

  /**
   * Matches members of unions one by one: a plugin must handle each that it receives, and may still give each that it
   * gave.
   */
  #compareParts(before: readonly ts.Type[], after: readonly ts.Type[], role: Role): readonly Break[] {
    const [oneBefore] = before;
    const [oneAfter] = after;
    if (before.length === 1 && after.length === 1 && oneBefore && oneAfter) {
      return this.compare(oneBefore, oneAfter, role);
    }
    const isReceived = role === 'received';
    const [required, offered] = isReceived ? [after, before] : [before, after];
    return required.flatMap((part) => {
      const attempts = offered.map((other) => {
        const [b, a] = isReceived ? [other, part] : [part, other];
        return { kind: a.flags === b.flags, breaks: this.compare(b, a, role) };
      });
      if (attempts.some(({ breaks }) => breaks.length === 0)) return [];
      const alike = attempts.filter(({ kind }) => kind && part.flags & ts.TypeFlags.Object);
      const [only] = alike;
      if (alike.length === 1 && only) return only.breaks;
      if (role === 'either') return [];
      return because(
        isReceived ? `may now be ${this.#textOf(part)}` : `no longer takes ${this.#textOf(part)}`,
      );
    });
  }

  #compareOne(before: ts.Type, after: ts.Type, role: Role): readonly Break[] {
    if (before === after || isOpen(before, after, role)) return [];
    if (before.flags & after.flags & ts.TypeFlags.TypeParameter) return [];
    if (isPlain(before) && isPlain(after)) return this.#compareObjects(before, after, role);
    if (before.flags & after.flags & ts.TypeFlags.Intersection)
      return this.#compareIntersections(before, after, role);
    return this.#compareWhole(before, after, role);
  }

  /** Compares part by part if a part depends on a type argument and has no members yet. */
  #compareIntersections(before: ts.Type, after: ts.Type, role: Role): readonly Break[] {
    const former = (before as ts.IntersectionType).types;
    const current = (after as ts.IntersectionType).types;
    if (former.every(isPlain) && current.every(isPlain)) return this.#compareMembers(before, after, role);
    if (former.length !== current.length) return this.#compareWhole(before, after, role);
    return former.flatMap((type, index) => this.compare(type, current[index] ?? type, role));
  }

  #compareObjects(before: ts.Type, after: ts.Type, role: Role): readonly Break[] {
    const [former, current] = [referenceOf(before), referenceOf(after)];
    if (!former || !current || former.target !== current.target)
      return this.#compareMembers(before, after, role);
    // The same class or interface of a package or of TypeScript, with other type arguments.
    const others = this.#checker.getTypeArguments(current);
    const compareArguments = (as: Role) =>
      this.#checker
        .getTypeArguments(former)
        .flatMap((type, index) => this.compare(type, others[index] ?? type, as));
    const asReceived = compareArguments('received');
    const asGiven = compareArguments('given');
    if (asReceived.length === 0 && asGiven.length === 0) return [];
    const isCovariant =
      this.#checker.isArrayType(former) ||
      this.#checker.isTupleType(former) ||
      before.getSymbol()?.name === 'Promise';
    if (isCovariant) {
      return role === 'given' ? asGiven : role === 'received' ? asReceived : compareArguments('either');
    }
    const removed = compareArguments('either');
    if (role === 'either' || this.#fits(before, after, role)) return removed;
    return asGiven.length > 0 ? asGiven : asReceived;
  }

  #compareMembers(before: ts.Type, after: ts.Type, role: Role): readonly Break[] {
    const former = this.#membersOf(before);
    const current = this.#membersOf(after);
    return [
      ...[...former].flatMap(([name, symbol]) => this.#compareMember(name, symbol, current.get(name), role)),
      ...[...current].flatMap(([name, symbol]) =>
        role === 'given' && !former.has(name) && !isOptional(symbol)
          ? at(name, because('is a new required field'))
          : [],
      ),
      ...this.#compareIndexes(before, after, role),
      ...this.#compareSignatures(before, after, ts.SignatureKind.Call, role),
      ...this.#compareSignatures(before, after, ts.SignatureKind.Construct, role),
    ];
  }

  #compareMember(
    name: string,
    former: ts.Symbol,
    current: ts.Symbol | undefined,
    role: Role,
  ): readonly Break[] {
    if (!current) return at(name, because('was removed'));
    const [wasOptional, isNowOptional] = [isOptional(former), isOptional(current)];
    if (role === 'received' && isNowOptional && !wasOptional)
      return at(name, because('is optional, and was always present'));
    if (role === 'given' && wasOptional && !isNowOptional)
      return at(name, because('is required, and was optional'));
    const parts = (symbol: ts.Symbol) =>
      partsOf(this.#checker.getTypeOfSymbol(symbol)).filter(
        (part) => !isOptional(symbol) || !(part.flags & ts.TypeFlags.Undefined),
      );
    return at(name, this.#compareParts(parts(former), parts(current), role));
  }

  #compareIndexes(before: ts.Type, after: ts.Type, role: Role): readonly Break[] {
    const current = this.#checker.getIndexInfosOfType(after);
    return this.#checker.getIndexInfosOfType(before).flatMap((former) => {
      const next = current.find(({ keyType }) => keyType.flags === former.keyType.flags);
      return next
        ? at('[key]', this.compare(former.type, next.type, role))
        : at('[key]', because('no longer allows any key'));
    });
  }

  #compareSignatures(before: ts.Type, after: ts.Type, kind: ts.SignatureKind, role: Role): readonly Break[] {
    const current = this.#checker.getSignaturesOfType(after, kind);
    return this.#checker.getSignaturesOfType(before, kind).flatMap((former, index) => {
      const attempts = current.map((next) => this.#compareSignature(former, next, role));
      if (attempts.length === 0) return because('can no longer be called');
      if (attempts.some((breaks) => breaks.length === 0)) return [];
      return attempts[index] ?? attempts[0] ?? [];
    });
  }

  #compareSignature(former: ts.Signature, current: ts.Signature, role: Role): readonly Break[] {
    const [parameters = [], others = []] = [former.typeParameters, current.typeParameters];
    return [
      // Callers could not have written type arguments if there were no type parameters before.
      ...this.compareTypeParameters(parameters, parameters.length > 0 ? others : [], flipped[role]),
      ...this.#compareParameters(former.parameters, current.parameters, role),
      ...at('result', this.compare(former.getReturnType(), current.getReturnType(), role)),
      ...at('result', this.#comparePredicates(former, current, role)),
    ];
  }

  /** Compares type parameters: their number, defaults and constraints (in the direction `role`). */
  compareTypeParameters(
    former: readonly ts.TypeParameter[],
    current: readonly ts.TypeParameter[],
    role: Role,
  ): readonly Break[] {
    const required = current.slice(former.length).filter((parameter) => !parameter.getDefault());
    return [
      ...former.flatMap((parameter, index) => {
        const next = current[index];
        const step = `<${parameter.symbol.name}>`;
        if (parameter.getDefault() && next && !next.getDefault())
          return at(step, because('is required, and was optional'));
        const [b, a] = [parameter.getConstraint(), next?.getConstraint()];
        if (b && a) return at(step, this.compare(b, a, role));
        return a ? at(step, because(`must now be ${this.#textOf(a)}`)) : [];
      }),
      ...required.flatMap(({ symbol }) => at(`<${symbol.name}>`, because('is new and required'))),
    ];
  }

  /** Compares type predicates, `value is Row` and `asserts value is Row`. */
  #comparePredicates(former: ts.Signature, current: ts.Signature, role: Role): readonly Break[] {
    const formerPredicate = this.#checker.getTypePredicateOfSignature(former);
    const currentPredicate = this.#checker.getTypePredicateOfSignature(current);
    if (!formerPredicate || role === 'either') return [];
    const name = formerPredicate.parameterName ?? 'this';
    const type = formerPredicate.type ? ` is ${this.#textOf(formerPredicate.type)}` : '';
    if (
      currentPredicate?.kind !== formerPredicate.kind ||
      currentPredicate.parameterIndex !== formerPredicate.parameterIndex
    )
      return because(`no longer checks that ${name}${type}`);
    return formerPredicate.type && currentPredicate.type
      ? this.compare(formerPredicate.type, currentPredicate.type, role)
      : [];
  }

  #compareParameters(
    former: readonly ts.Symbol[],
    current: readonly ts.Symbol[],
    role: Role,
  ): readonly Break[] {
    const added = current
      .slice(former.length)
      .flatMap((symbol) =>
        role === 'received' && !isOptionalParameter(symbol)
          ? at(`parameter ${symbol.name}`, because('is new and required'))
          : [],
      );
    const remaining = former.flatMap((symbol, index) => {
      const next = current[index];
      const step = `parameter ${symbol.name}`;
      if (!next) return at(step, because('was removed'));
      if (role === 'received' && isOptionalParameter(symbol) && !isOptionalParameter(next)) {
        return at(step, because('is required, and was optional'));
      }
      return at(
        step,
        this.compare(
          this.#checker.getTypeOfSymbol(symbol),
          this.#checker.getTypeOfSymbol(next),
          flipped[role],
        ),
      );
    });
    return [...remaining, ...added];
  }

  /** Compares types without members: primitives, and conditional types that depend on an argument. */
  #compareWhole(before: ts.Type, after: ts.Type, role: Role): readonly Break[] {
    if (role === 'either' || this.#textOf(before) === this.#textOf(after) || this.#fits(before, after, role))
      return [];
    return because(`is ${this.#textOf(after)}, and was ${this.#textOf(before)}`);
  }

  #fits(before: ts.Type, after: ts.Type, role: Role): boolean {
    return role === 'given'
      ? this.#checker.isTypeAssignableTo(before, after)
      : this.#checker.isTypeAssignableTo(after, before);
  }

  #membersOf(type: ts.Type): Map<string, ts.Symbol> {
    const members = this.#checker
      .getPropertiesOfType(type)
      .filter(({ name, flags }) => !/^__#|^#/.test(name) && !(flags & ts.SymbolFlags.Prototype));
    // The name of a unique symbol ends with a number that may change.
    return new Map(members.map((symbol) => [symbol.name.replace(/@\d+$/, ''), symbol]));
  }
}

function referenceOf(type: ts.Type): ts.TypeReference | null {
  const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
  return isReference ? (type as ts.TypeReference) : null;
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Whether a type is an object with known members. */
function isPlain(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0;
}

/** Whether `any` or `unknown` accepts the change: a parameter may widen to it, and a result may narrow from it. */
function isOpen(before: ts.Type, after: ts.Type, role: Role): boolean {
  const open = role === 'given' ? after : before;
  return (open.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

function isOptional(symbol: ts.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Optional) !== 0;
}

function isOptionalParameter(symbol: ts.Symbol): boolean {
  const declaration = symbol.valueDeclaration;
  return (
    declaration !== undefined &&
    ts.isParameter(declaration) &&
    (declaration.questionToken !== undefined || declaration.dotDotDotToken !== undefined)
  );
}
