import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Fields of a database error that may contain personal data of a row; `client` holds the connection with its statements
 * and its cancel secret.
 */
const databaseDetails = new Set([
  'detail',
  'where',
  'internalQuery',
  'query',
  'parameters',
  'hint',
  'client',
]);

/** Creates a server's log without personal data: JSON lines, to standard output by default. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const shown = Object.entries(pino.stdSerializers.err(error)).filter(([key]) => !databaseDetails.has(key));
  return Object.fromEntries(isAboutValue(error) ? shown.map(withoutValues) : shown);
}

/** Errors of class 22 (data exceptions) quote the invalid value in their message. */
function isAboutValue({ code }: Error & { readonly code?: unknown }): boolean {
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
}

function withoutValues([key, value]: [string, unknown]): [string, unknown] {
  return [key, typeof value === 'string' ? value.replace(/"[^"\n]*"/g, '"…"') : value];
}
