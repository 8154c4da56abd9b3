import type { Language } from '#kernel/domain/text/languages.ts';

/** A response as tests see it. */
export interface ApiResponse<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
}

/** Options of a call besides its body. */
export interface ApiCallOptions {
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A file for {@link ApiClient.upload}. */
export interface ApiFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array | string;
}

/** An API client with a session and a language. The caller declares the types of bodies. */
export interface ApiClient {
  readonly token: string | undefined;
  get<Body = unknown>(path: string, options?: ApiCallOptions): Promise<ApiResponse<Body>>;
  post<Body = unknown>(path: string, body?: unknown, options?: ApiCallOptions): Promise<ApiResponse<Body>>;
  put<Body = unknown>(path: string, body?: unknown, options?: ApiCallOptions): Promise<ApiResponse<Body>>;
  del<Body = unknown>(path: string, options?: ApiCallOptions): Promise<ApiResponse<Body>>;
  /** Uploads as `multipart/form-data`, with the files under the repeated field `files`. */
  upload<Body = unknown>(
    path: string,
    fields: Readonly<Record<string, string | number>>,
    files?: readonly ApiFile[],
    options?: ApiCallOptions,
  ): Promise<ApiResponse<Body>>;
}

/** Creates a client of the server at `url`; paths are relative to `/api/uz` unless they start with a slash. */
export function createApi(
  url: string,
  { token, language = 'uz' }: { token?: string | undefined; language?: Language } = {},
): ApiClient {
  async function send<Body>(
    method: string,
    path: string,
    content: { body?: BodyInit; type?: string },
    options: ApiCallOptions = {},
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(path.startsWith('/') ? url + path : `${url}/api/uz/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'accept-language': language,
        ...(token ? { authorization: token } : {}),
        ...(content.type ? { 'content-type': content.type } : {}),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
        ...options.headers,
      },
      ...(content.body === undefined ? {} : { body: content.body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as Body,
    };
  }

  return {
    token,
    get: (path, options) => send('GET', path, {}, options),
    post: (path, body, options) => send('POST', path, json(body), options),
    put: (path, body, options) => send('PUT', path, json(body), options),
    del: (path, options) => send('DELETE', path, {}, options),
    upload: (path, fields, files = [], options) =>
      send('POST', path, { body: formOf(fields, files) }, options),
  };
}

function json(body: unknown): { body?: string; type?: string } {
  return body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' };
}

function formOf(fields: Readonly<Record<string, string | number>>, files: readonly ApiFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const { name, type, content } of files) {
    form.append('files', new Blob([content as BlobPart], { type }), name);
  }
  return form;
}
