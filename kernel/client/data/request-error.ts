import { readErrorText } from '#kernel/contract/http/read-response.ts';
import { isRecord } from '#kernel/domain/values/is-record.ts';
import { toast } from '../ui/feedback/toast-store.ts';
import { translate } from '../i18n/i18n.ts';

export interface RequestErrorOptions {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly fields?: Readonly<Record<string, string>> | undefined;
  readonly retryAfter?: number | undefined;
  readonly body?: unknown;
}

/** A failed call, with a text for the user: the server's `err` or `message`, or our own. */
export class RequestError extends Error {
  readonly status: number;
  /** The server's code, or `network`, or `unknown`. */
  readonly code: string;
  readonly text: string;
  /** Problems of fields, by dotted path. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds after which a retry is useful. */
  readonly retryAfter: number | null;
  /** The whole response body, such as the newer version in a 409. */
  readonly body: unknown;

  constructor({ status, code, text, fields = {}, retryAfter, body = null }: RequestErrorOptions) {
    super(text);
    this.name = 'RequestError';
    this.status = status;
    this.code = code;
    this.text = text;
    this.fields = fields;
    this.retryAfter = retryAfter ?? null;
    this.body = body;
  }
}

/** Creates an error from a response. */
export function toResponseError(status: number, body: unknown, retryAfter: string | null): RequestError {
  const record = isRecord(body) ? body : {};
  const seconds = Number(retryAfter);
  return new RequestError({
    status,
    code: typeof record['code'] === 'string' ? record['code'] : 'unknown',
    text: readErrorText(body) ?? translate('kernel:boot.generic'),
    fields: isRecord(record['fields']) ? texts(record['fields']) : {},
    retryAfter: retryAfter !== null && Number.isFinite(seconds) ? seconds : undefined,
    body,
  });
}

/** Creates the error for a missing response: no connection, server down, or timeout. */
export function networkError(): RequestError {
  return new RequestError({ status: 0, code: 'network', text: translate('kernel:boot.network') });
}

/** Converts anything thrown into an error with a text. */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  return new RequestError({ status: 0, code: 'unknown', text: translate('kernel:boot.generic') });
}

/** Whether a call was aborted by a newer one or by the user. */
export function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Shows an error as a toast; aborts are ignored. */
export function toastError(error: unknown): void {
  if (isAborted(error)) return;
  if (!(error instanceof RequestError)) reportError(error);
  toast.error(toRequestError(error).text);
}

function texts(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
