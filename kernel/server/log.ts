import { pino, type Logger } from 'pino';

/**
 * Fields of a database's error that carry values of a row, hence personal data; and the connection that it came from, with
 * every statement it knows and the secret by which others may cancel them.
 */
const telling = new Set(['detail', 'where', 'internalQuery', 'query', 'parameters', 'hint', 'client']);

/** The log of a server: JSON lines on standard output, without personal data. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  });
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const described = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  return Object.fromEntries(Object.entries(described).filter(([key]) => !telling.has(key)));
}
