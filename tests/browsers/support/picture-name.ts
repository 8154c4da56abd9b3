/** The file name of a story's screenshot in an engine, from letters, digits and hyphens. */
export function pictureName(what: string, engine: string): string {
  const words = `${what} ${engine}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return `${words.filter(Boolean).join('-')}.png`;
}

/** The file name of the screenshot of a story's failure: one per story and engine. */
export function failureName(title: string, engine: string): string {
  return pictureName(`failed ${title}`, engine);
}
