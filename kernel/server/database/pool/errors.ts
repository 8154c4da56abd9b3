import { CodedError, fail } from '#kernel/contract/index.ts';

const unavailable = new Set([
  '25006', // the host has become a standby in a failover
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock timeout
  '57014', // statement timeout
  '57P01', // the server is shutting down
  '57P02',
  '57P03', // the server is starting up
  // Errors of the network.
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Values that passed our schemas but that PostgreSQL cannot store: out of range, a zero byte in a text. */
const invalid = new Set(['22003', '22021', '22P05', '22008']);

/** Fields of the driver's errors. */
interface WrittenError {
  readonly code: string;
  readonly message: string;
  readonly detail: string;
  readonly constraint: string;
}

/** Unique indexes on names end with the language: `streets_fold_uz`. */
function takenName(constraint: string): CodedError | null {
  const language = /_(?:fold|name)_([a-z]{2})$/.exec(constraint)?.[1];
  if (language === undefined) return null;
  return fail('name_taken', { fields: { [`${language}.name`]: { key: 'kernel:errors.name_taken' } } });
}

/** The database does not name the referring records. */
const inUse = () => fail('in_use', { params: { uses: [{ key: 'kernel:uses' }] } });

/** The response to a database error, or null if it is a fault of our code. */
export function codedDatabaseError(error: unknown): CodedError | null {
  const { code, message = '', detail = '', constraint = '' } = (error ?? {}) as Partial<WrittenError>;
  if (typeof code === 'string') {
    if (code === '23505') return takenName(constraint) ?? fail('conflict');
    if (code === '23P01') return fail('conflict');
    if (code === '23001') return inUse();
    if (code === '23503') return detail.includes('is not present') ? fail('conflict') : inUse();
    if (invalid.has(code)) return fail('invalid');
    // Classes 08 and 53: connection exceptions; connections, memory or disk exhausted.
    if (unavailable.has(code) || /^(08|53)/.test(code)) return fail('unavailable', { retryAfter: 2 });
    // The socket of the embedded PostgreSQL is missing while it restarts.
    if (code === 'ENOENT' && (error as { syscall?: string }).syscall === 'connect') {
      return fail('unavailable', { retryAfter: 2 });
    }
  }
  return /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error/.test(
    message,
  )
    ? fail('unavailable', { retryAfter: 2 })
    : null;
}

/** Whether an error is temporary and independent of the request: the database or this server is unavailable or too busy. */
export function isUnavailable(error: unknown): boolean {
  const coded = error instanceof CodedError ? error : codedDatabaseError(error);
  return coded?.code === 'unavailable';
}

/** Whether two transactions conflicted, so that running this one again can succeed. */
export function isRepeatable(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '40001' || code === '40P01';
}
