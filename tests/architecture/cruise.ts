import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { boundaries } from './boundaries.ts';
import { findFolderPairs, type FolderPair } from './folder-pairs.ts';
import { findUnitCircles, type UnitCircle } from './kernel-units.ts';

/** An import that a rule forbids; `circle` is the path of a circular import. */
export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly circle: readonly string[];
  readonly because: string;
}

const folders = ['kernel', 'plugins', 'widgets', 'tests'];

/**
 * Finds violations of `boundaries.ts` below `root`, folders that import each other, and circular imports between
 * units of the kernel.
 */
export async function findViolations(root: string): Promise<Violation[]> {
  const { enhancedResolveOptions, ...options } = boundaries.options;
  const { output } = await cruise(
    folders.filter((folder) => existsSync(join(root, folder))),
    {
      ...options,
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: boundaries.forbidden },
    } as ICruiseOptions,
    enhancedResolveOptions,
  );
  const { modules, summary } = output as ICruiseResult;
  if (modules.length === 0) throw new Error(`no module was found under ${root}`);
  const comments = new Map<string, string>(boundaries.forbidden.map(({ name, comment }) => [name, comment]));
  const broken = summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    from,
    to,
    circle: cycle?.map(({ name }) => name) ?? [],
    because: comments.get(rule.name) ?? '',
  }));
  const imports = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  );
  return [
    ...broken,
    ...findFolderPairs(imports).map(describeFolderPair),
    ...findUnitCircles(imports).map(describeUnitCircle),
  ];
}

function describeFolderPair({ name, forth, back }: FolderPair): Violation {
  const because = `Neighbours in a folder import each other (${name}): ${back.from} imports ${back.to}.`;
  return { ...forth, rule: 'no-folder-pairs', circle: [], because };
}

/** The first import of a circle, followed by the others. */
function describeUnitCircle({ name, steps }: UnitCircle): Violation {
  const [first = { from: name, to: name }, ...others] = steps;
  const imports = others.map(({ from, to }) => `${from} imports ${to}`);
  return {
    ...first,
    rule: 'no-unit-circles',
    circle: [],
    because: `Units of the kernel import each other in a circle (${name}): ${imports.join(', ')}.`,
  };
}
