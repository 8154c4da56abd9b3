type Root = Document | ShadowRoot;

const texts: string[] = [];
const made = new Map<string, CSSStyleSheet>();
const worn = new Map<Root, number>();

/** Registers the styles of a part: constructed sheets, which no content security policy forbids. */
export function style(text: string): void {
  texts.push(text);
  for (const root of worn.keys()) adopt(root, text);
}

/** Dresses a document or a shadow root for as long as somebody in it needs that; answers how to undress it. */
export function wearStyles(root: Root): () => void {
  worn.set(root, (worn.get(root) ?? 0) + 1);
  for (const text of texts) adopt(root, text);
  return () => {
    const wearers = (worn.get(root) ?? 1) - 1;
    if (wearers > 0) {
      worn.set(root, wearers);
      return;
    }
    worn.delete(root);
    const ours = new Set(made.values());
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => !ours.has(sheet));
  };
}

function adopt(root: Root, text: string): void {
  let sheet = made.get(text);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    made.set(text, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }
}
