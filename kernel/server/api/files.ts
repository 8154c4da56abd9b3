/** A file that came with a request, checked and stored, its row written in the request's transaction. */
export interface IngestedFile {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly format: string;
  readonly mimetype: string;
}

/** A file that came with a request and is kept in memory alone. */
export interface UploadedFile {
  readonly name: string;
  readonly mimetype: string;
  readonly bytes: Buffer;
  readonly sha256: string;
}
