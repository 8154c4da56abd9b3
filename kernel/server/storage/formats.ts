/** An accepted file format. */
export interface Format {
  /** As `file-type` detects it from the bytes, and as `format` in responses. */
  readonly format: string;
  readonly mimetype: string;
  readonly kind: 'image' | 'pdf' | 'office';
  /** Allowed file extensions, in lower case. */
  readonly extensions: readonly string[];
  /** The media types that browsers send for it. */
  readonly declared: readonly string[];
}

const office = 'application/vnd.openxmlformats-officedocument';

const formats: readonly Format[] = [
  image('jpg', 'image/jpeg', ['jpg', 'jpeg'], ['image/jpeg', 'image/jpg', 'image/pjpeg']),
  image('png', 'image/png', ['png'], ['image/png']),
  image('webp', 'image/webp', ['webp'], ['image/webp']),
  {
    format: 'pdf',
    mimetype: 'application/pdf',
    kind: 'pdf',
    extensions: ['pdf'],
    declared: ['application/pdf'],
  },
  document('docx', `${office}.wordprocessingml.document`),
  document('xlsx', `${office}.spreadsheetml.sheet`),
];

/** The media types of stored files. */
export const storedTypes: readonly string[] = formats.map(({ mimetype }) => mimetype);

/** The format that matches bytes, extension and declared type; null if they differ or the format is not accepted. */
export function matchFormat(found: string | undefined, name: string, declared: string): Format | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  return (
    formats.find(
      ({ format, extensions, declared: types }) =>
        format === found && extensions.includes(extension) && types.includes(type),
    ) ?? null
  );
}

/** Whether a stored file may be shown in the browser: its bytes were made by us, or it is a PDF for the viewer. */
export function isInline(mimetype: string): boolean {
  return formats.some((format) => format.mimetype === mimetype && format.kind !== 'office');
}

function image(format: string, mimetype: string, extensions: string[], declared: string[]): Format {
  return { format, mimetype, kind: 'image', extensions, declared };
}

function document(format: string, mimetype: string): Format {
  return { format, mimetype, kind: 'office', extensions: [format], declared: [mimetype] };
}
