/** All errors of the kernel that users may see, with their HTTP status. Their texts are `kernel:errors.<code>`. */
export const kernelErrors = {
  malformed: 400,
  unauthenticated: 401,
  wrong_login: 401,
  wrong_code: 401,
  sign_in_expired: 401,
  forbidden: 403,
  passkey_refused: 403,
  passkey_expired: 403,
  passkey_copied: 403,
  hardware_key_needed: 403,
  not_found: 404,
  conflict: 409,
  name_taken: 409,
  in_use: 409,
  edit_conflict: 409,
  nothing_to_restore: 409,
  import_outdated: 409,
  reference_gone: 409,
  factor_on: 409,
  factor_off: 409,
  factor_required: 409,
  hardware_required: 409,
  passkey_known: 409,
  passkeys_unavailable: 409,
  too_large: 413,
  too_many_files: 413,
  type_refused: 415,
  invalid: 422,
  repeated_differently: 422,
  too_many_attempts: 429,
  internal: 500,
  unavailable: 503,
  busy: 503,
} as const;

/** A code of the kernel's catalogue. */
export type KernelErrorCode = keyof typeof kernelErrors;

/** A text in `locales/`: a key and its parameters. */
export interface Message {
  readonly key: string;
  /** The parameters; a list is inserted as the texts of its messages, separated by commas. */
  readonly params?: Readonly<Record<string, string | number | readonly Message[]>>;
}

export interface CodedErrorOptions {
  readonly status: number;
  readonly code: string;
  /** The namespace of the text; the kernel's by default. */
  readonly namespace?: string | undefined;
  readonly params?: Message['params'] | undefined;
  /** Problems of request fields, by dotted path. */
  readonly fields?: Readonly<Record<string, Message>> | undefined;
  /** Seconds after which a retry is useful. */
  readonly retryAfter?: number | undefined;
  /** Delays the response, to slow down a client that ignores rejections. */
  readonly delayed?: boolean | undefined;
  /** Further fields of the response, such as the version that another admin has saved. */
  readonly beside?: Readonly<Record<string, unknown>> | undefined;
}

/** An error with a code, whose text is shown in the reader's language. */
export class CodedError extends Error {
  readonly status: number;
  readonly code: string;
  readonly namespace: string;
  readonly params: NonNullable<Message['params']>;
  readonly fields: Readonly<Record<string, Message>> | undefined;
  readonly retryAfter: number | undefined;
  readonly delayed?: boolean | undefined;
  readonly beside: Readonly<Record<string, unknown>> | undefined;

  constructor(options: CodedErrorOptions) {
    super(options.code);
    this.name = 'CodedError';
    this.status = options.status;
    this.code = options.code;
    this.namespace = options.namespace ?? 'kernel';
    this.params = options.params ?? {};
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
    this.delayed = options.delayed;
    this.beside = options.beside;
  }
}

/** Creates (does not throw) an error of the kernel's catalogue. @example throw fail('not_found') */
export function fail(
  code: KernelErrorCode,
  options: Omit<CodedErrorOptions, 'status' | 'code' | 'namespace'> = {},
): CodedError {
  return new CodedError({ ...options, status: kernelErrors[code], code });
}

/**
 * Creates the function that makes the errors of a plugin, with their own catalogue.
 *
 * @example const codedError = errorsOf('applications', { transition_refused: 409 });
 *          throw codedError('transition_refused', { params: { from, to } });
 */
export function errorsOf<Codes extends Readonly<Record<string, number>>>(namespace: string, codes: Codes) {
  return function codedError(
    code: keyof Codes & string,
    options: Omit<CodedErrorOptions, 'status' | 'code' | 'namespace'> = {},
  ): CodedError {
    return new CodedError({ ...options, status: codes[code] as number, code, namespace });
  };
}
