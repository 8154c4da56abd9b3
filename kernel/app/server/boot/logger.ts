import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Fields of a database's error that carry values of a row, hence personal data; and the connection that it came from, with
 * every statement it knows and the secret by which others may cancel them.
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

/** The log of a server: JSON lines, on standard output unless another place is named, without personal data. */
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

/** A database that cannot make a value what it should be (class 22 of SQL's states) quotes it in its very message. */
function isAboutValue({ code }: Error & { readonly code?: unknown }): boolean {
  return typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
}

function withoutValues([key, value]: [string, unknown]): [string, unknown] {
  return [key, typeof value === 'string' ? value.replace(/"[^"\n]*"/g, '"…"') : value];
}
