/** The part of fontkit that we use; it has no types of its own. */
declare module 'fontkit' {
  export interface Font {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): { readonly advanceWidth: number };
  }
  /** A font whose glyphs can be read. */
  export interface ReadableFont extends Font {
    getGlyph(id: number): { readonly advanceWidth: number };
  }
  export function openSync(path: string): Font;
  export function create(bytes: Uint8Array): ReadableFont;
}
