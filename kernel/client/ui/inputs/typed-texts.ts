/** Texts that a field has reported to its owner, and that may come back from it late. */
export class TypedTexts {
  #current: string;
  #reported: readonly string[] = [];

  /** @param initial what the field shows at first */
  constructor(initial: string) {
    this.#current = initial;
  }

  /** Notes what was typed. */
  report(text: string): void {
    this.#reported = [...this.#reported, text];
  }

  /** The text that the field has to show now: none where the owner gives back what was typed, sooner or later. */
  receive(text: string): string | null {
    if (text === this.#current) return null;
    this.#current = text;
    const place = this.#reported.indexOf(text);
    this.#reported = place === -1 ? [] : this.#reported.slice(place + 1);
    return place === -1 ? text : null;
  }
}
