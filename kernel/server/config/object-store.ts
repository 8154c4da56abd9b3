import { StartupError } from './startup-error.ts';

/** Environment variables, by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The address and credentials of an S3-compatible store. */
export interface ObjectStoreAddress {
  /** Null: AWS S3. */
  readonly endpoint: string | null;
  readonly bucket: string;
  /** The prefix of object names, empty or with a trailing slash. */
  readonly prefix: string;
  readonly region: string;
  /** Null if the machine's own credentials are used, such as those of an IAM role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** Whether the bucket is in the path instead of the host name, as most stores other than AWS require. */
  readonly pathStyle: boolean;
}

/** Reads `S3_*`; null if no bucket is configured. Throws a {@link StartupError} for an invalid value. */
export function readObjectStore(variables: Variables): ObjectStoreAddress | null {
  const bucket = variables['S3_BUCKET'] || null;
  const endpoint = variables['S3_ENDPOINT'] || null;
  if (bucket === null) {
    if (endpoint === null) return null;
    throw new StartupError('S3_ENDPOINT is set, but S3_BUCKET is not; name the bucket for the files.');
  }
  if (endpoint !== null && !(/^https?:\/\//.test(endpoint) && URL.canParse(endpoint))) {
    throw new StartupError(
      `S3_ENDPOINT is "${endpoint}", but must be an address that begins with https or http.`,
    );
  }
  return {
    endpoint,
    bucket,
    prefix: (variables['S3_PREFIX'] || '').replace(/^\/+|\/+$/g, '').replace(/(?<=.)$/, '/'),
    region: variables['S3_REGION'] || 'us-east-1',
    credentials: readCredentials(variables),
    pathStyle: readPathStyle(variables['S3_PATH_STYLE'], endpoint !== null),
  };
}

function readCredentials(variables: Variables): ObjectStoreAddress['credentials'] {
  const accessKeyId = variables['S3_ACCESS_KEY_ID'] || null;
  const secretAccessKey = variables['S3_SECRET_ACCESS_KEY'] || null;
  if (accessKeyId !== null && secretAccessKey !== null) return { accessKeyId, secretAccessKey };
  if (accessKeyId === null && secretAccessKey === null) return null;
  throw new StartupError(
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set; one of them is missing.',
  );
}

function readPathStyle(value: string | undefined, otherwise: boolean): boolean {
  if (value === undefined || value === '') return otherwise;
  if (['0', '1', 'false', 'true'].includes(value)) return value === '1' || value === 'true';
  throw new StartupError(`S3_PATH_STYLE is "${value}", but must be 1 or 0.`);
}
