/** The file of a picture of a story in an engine, of letters, digits and hyphens. */
export function pictureName(what: string, engine: string): string {
  const words = `${what} ${engine}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return `${words.filter(Boolean).join('-')}.png`;
}

/** The file of the picture of a story's failure: each story has its own in each engine. */
export function failureName(title: string, engine: string): string {
  return pictureName(`failed ${title}`, engine);
}
