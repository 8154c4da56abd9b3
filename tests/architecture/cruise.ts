import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { boundaries } from './boundaries.ts';

/** An import that a rule forbids; `circle` is the way round where the rule is about circles. */
export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly circle: readonly string[];
  readonly because: string;
}

const folders = ['kernel', 'plugins', 'widgets', 'tests'];

/** What in the folders of code under `root` breaks a rule of `boundaries.ts`. */
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
  return summary.violations.map(({ rule, from, to, cycle }) => ({
    rule: rule.name,
    from,
    to,
    circle: cycle?.map(({ name }) => name) ?? [],
    because: comments.get(rule.name) ?? '',
  }));
}
