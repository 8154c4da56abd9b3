/**
 * Casts a declaration to the type without its manifest. Sound: the kernel calls it only with the context and effects of
 * that manifest, and with input that the declaration's own schemas have parsed.
 */
export function eraseTypes<Erased>(declaration: object): Erased {
  return declaration as Erased;
}
