/** Titles of the tests in the text of a file, including the rows of a `test.each`, without comments and bodies. */
export function titlesIn(text: string): string[] {
  return [
    ...text.matchAll(/^(?! *(?:\/\/|\*)).*(?:(?:\b(?:test|it|story)|\))\(\s*|^ *\[)(['"`])(.+?)\1,/gm),
  ].map(([, , title = '']) => title);
}
