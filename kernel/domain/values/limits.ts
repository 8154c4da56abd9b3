const mebibyte = 1024 * 1024;

/** The files that a citizen may add to an application or a question: five, 10 MB in total. */
export const citizenFileLimits = { maxFiles: 5, maxBytes: 10 * mebibyte } as const;

/** The limits of a spreadsheet that is imported. */
export const importLimits = { rows: 10_000, bytes: 5 * mebibyte } as const;

/** The maximum size of the archive of a plugin, in bytes. */
export const maxArchiveBytes = 10 * mebibyte;
