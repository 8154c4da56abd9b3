declare module '@20minutes/s3rver' {
  /** An S3 server that stores objects in a folder. */
  class S3rver {
    constructor(options: { port: number; address: string; silent: boolean; directory: string });
    readonly middleware: ((
      call: { readonly method: string; path: string; app: object; status: number },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }

  export { S3rver as default };
}
