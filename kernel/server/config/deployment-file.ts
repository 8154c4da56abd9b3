import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import { deploymentSchema, type Deployment } from '#kernel/contract/index.ts';
import { closestWord } from '#kernel/domain/text/closest-word.ts';
import { requireProxyNetworks } from './proxy-networks.ts';
import { StartupError } from './startup-error.ts';

/** Reads `deployment.json`; throws a {@link StartupError} that names the invalid key. */
export async function readDeployment(path: string): Promise<Deployment> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new StartupError(`The deployment file ${path} cannot be read (${codeOf(error)}).`, {
      cause: error,
    });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StartupError(`The deployment file ${path} is not JSON: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  return parseDeployment(value, path);
}

/** Validates a deployment; throws a {@link StartupError} with the first problem. */
export function parseDeployment(value: unknown, where: string): Deployment {
  const read = deploymentSchema.safeParse(value);
  if (read.success) {
    assertTimeZone(read.data.timeZone, where);
    requireProxyNetworks(read.data.trustProxy, `"trustProxy" in ${where}`);
    return read.data;
  }
  const [issue] = read.error.issues;
  throw new StartupError(`In ${where}, ${issue ? sentenceOf(issue) : 'something is invalid'}.`);
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  const key = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') {
    const problem = issue.message.replace(/^Invalid input: /, '');
    return key === '' ? problem : `"${key}" is invalid: ${problem}`;
  }
  const [unknown = ''] = issue.keys;
  const near = closestWord(unknown, knownKeys(issue.path));
  return `the key "${[...issue.path, unknown].join('.')}" is unknown${near ? `; did you mean "${near}"?` : ''}`.replace(
    /\?$/,
    '',
  );
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  let schema: unknown = deploymentSchema;
  for (const step of path) schema = childOf(schema, String(step));
  return Object.keys((unwrapped(schema) as { shape?: object } | null)?.shape ?? {});
}

function childOf(schema: unknown, key: string): unknown {
  const { shape, valueType } = (unwrapped(schema) ?? {}) as {
    shape?: Record<string, unknown>;
    valueType?: unknown;
  };
  return shape ? shape[key] : valueType;
}

/** Removes the wrappers of defaults and optionals around the schema with the keys. */
function unwrapped(schema: unknown): unknown {
  const inner = (schema as { def?: { innerType?: unknown } } | null | undefined)?.def?.innerType;
  return inner ? unwrapped(inner) : schema;
}

function assertTimeZone(timeZone: string, where: string): void {
  try {
    Intl.DateTimeFormat('en', { timeZone });
  } catch (error) {
    throw new StartupError(
      `In ${where}, "timeZone" is invalid: "${timeZone}" is not a time zone such as Asia/Tashkent.`,
      { cause: error },
    );
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? 'it does not exist; KOMAK_DEPLOYMENT names another one'
    : (error as Error).message;
}
