import { resolve } from 'node:path';
import { findViolations } from './cruise.ts';

const violations = await findViolations(resolve(import.meta.dirname, '../..'));
for (const { rule, from, to, circle, because } of violations) {
  const way = circle.length > 0 ? [from, ...circle] : [...new Set([from, to])];
  process.stdout.write(`${rule}: ${way.join(' → ')}\n    ${because}\n`);
}
process.stdout.write(violations.length === 0 ? 'Every import keeps its boundary.\n' : '');
process.exitCode = violations.length === 0 ? 0 : 1;
