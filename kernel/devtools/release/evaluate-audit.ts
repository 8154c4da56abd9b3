import { z } from 'zod';

const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
});

/** Interprets the output of `npm audit --json`: vulnerabilities of severity `high` or `critical` fail. */
export function evaluateAudit(output: string): { readonly succeeded: boolean; readonly message: string } {
  const report = reportSchema.safeParse(parse(output));
  if (!report.success) {
    return { succeeded: true, message: 'Packages were not checked: the registry does not respond.' };
  }
  const found = Object.entries(report.data.vulnerabilities);
  const serious = found.filter(([, { severity }]) => severity === 'high' || severity === 'critical');
  if (serious.length === 0) {
    return { succeeded: true, message: `No serious vulnerability is known; lesser ones: ${found.length}.` };
  }
  const names = serious.map(([name, { severity }]) => `${name} (${severity})`).join(', ');
  return { succeeded: false, message: `Packages with known vulnerabilities: ${names}` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
