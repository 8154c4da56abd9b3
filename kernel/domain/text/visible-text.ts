// Excludes white space, control and direction characters, joiners, fillers, the blank Braille pattern, accents without
// a letter, and unassigned characters.
const seen = /[^\p{White_Space}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has a visible character; white space, joiners and similar characters count as empty. */
export function hasVisibleText(text: string): boolean {
  return seen.test(text);
}
