// Blanks, signs of control and direction, joiners, fillers, the empty pattern of Braille, accents without a letter; and what is no
// sign at all.
const seen = /[^\p{White_Space}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has a sign that people see; one of blanks, joiners and the like alone is as good as empty. */
export function hasVisibleText(text: string): boolean {
  return seen.test(text);
}
