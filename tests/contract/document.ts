import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** A JSON Schema of the OpenAPI document. */
export type Schema = { readonly [key: string]: unknown };

/** A call of the OpenAPI document. */
export interface Operation {
  readonly method: string;
  /** Contains parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** By media type. */
  readonly body: Readonly<Record<string, Schema>> | null;
  readonly needsBody: boolean;
  readonly responses: Readonly<Record<string, DescribedResponse>>;
}

/** A parameter of a call. */
export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** The content of a response by its media type; absent without a body. */
interface DescribedResponse {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly headers?: Readonly<Record<string, { readonly required: boolean; readonly schema: Schema }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: { readonly Error: Schema } };
}

interface DescribedOperation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Operation['responses'];
}

/** A response as received, with header names in lower case. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** All calls of a document. */
export function operationsOf(document: unknown): Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody
        ? Object.fromEntries(Object.entries(requestBody.content).map(([type, { schema }]) => [type, schema]))
        : null,
      needsBody: requestBody?.required ?? false,
      responses: responses,
    })),
  );
}

/** The media types of a successful response. */
export function mediaTypesOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap(({ content = {} }) => Object.keys(content));
}

/** First bytes of files by their media type. */
const magicBytes: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '504b0304',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '504b0304',
  'text/csv; charset=utf-8': 'efbbbf',
  'application/vnd.apache.arrow.stream': 'ffffffff',
  'application/pdf': '25504446',
  'application/zip': '504b0304',
  'text/html; charset=utf-8': '3c21646f63747970',
  'image/jpeg': 'ffd8ff',
  'image/png': '89504e47',
  'image/webp': '52494646',
};

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false, validateFormats: true }));

/** Lists the differences between the response of a named call, such as `GET applications/:id`, and the document. */
export function namedValidatorOf(
  document: unknown,
  base: string,
): (name: string, response: RawResponse) => string[] {
  const validate = validatorOf(document);
  const named = new Map(operationsOf(document).map((one) => [`${one.method} ${one.path}`, one]));
  return (name, response) => {
    const [method = '', path = ''] = name.split(' ');
    const operation = named.get(`${method} ${base}/${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    return operation ? validate(operation, response) : ['it is not described'];
  };
}

/** Lists the differences between a response and the document. */
export function validatorOf(document: unknown): (operation: Operation, response: RawResponse) => string[] {
  const errors = (document as Document).components.schemas.Error;
  const rejection: DescribedResponse = { content: { 'application/json': { schema: errors } } };
  return ({ responses }, response) => {
    const described =
      response.status < 400
        ? responses[String(response.status)]
        : { content: { ...responses[String(response.status)]?.content, ...rejection.content } };
    if (!described) return [`${response.status} is not described`];
    return [...validateHeaders(described, response), ...validateBody(described, response)];
  };
}

function validateHeaders({ headers = {} }: DescribedResponse, response: RawResponse): string[] {
  return Object.entries(headers).flatMap(([name, { required, schema }]) => {
    const value = response.headers[name.toLowerCase()];
    if (value === undefined) return required ? [`there is no header ${name}`] : [];
    return validateValue(schema, schema['type'] === 'integer' ? Number(value) : value, name);
  });
}

function validateBody({ content }: DescribedResponse, { status, headers, body }: RawResponse): string[] {
  if (!content) return body.length === 0 ? [] : ['no body is described'];
  const type = String(headers['content-type'] ?? '');
  const [named, described] = Object.entries(content).find(([name]) => isSameType(type, name)) ?? [];
  if (named === undefined || !described) return [`'${type}' is not described`];
  const { schema } = described;
  if (schema['format'] === 'binary') {
    const magic = magicBytes[named] ?? `something that begins as ${named} does`;
    return status === 206 || body.toString('hex', 0, 8).startsWith(magic) ? [] : [`it is no ${named}`];
  }
  const lines = named === 'application/x-ndjson' ? body.toString().trimEnd().split('\n') : [body.toString()];
  return lines.flatMap((text) => {
    const what = `${status} ${text.slice(0, 500)}`;
    const value = parseJson(text);
    return value === undefined ? [`${what}: it is no JSON`] : validateValue(schema, value, what);
  });
}

/** `charset` has no meaning for JSON, which has only one. */
function isSameType(type: string, name: string): boolean {
  return type === name || (name.endsWith('json') && type === `${name}; charset=utf-8`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function validateValue(schema: Schema, value: unknown, what: string): string[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : [`${what}: ${ajv.errorsText(validate.errors)}`];
}
