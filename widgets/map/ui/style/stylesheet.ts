type Root = Document | ShadowRoot;

const sheets: CSSStyleSheet[] = [];
/** How many maps use the styles of each document or shadow root. */
const users = new Map<Root, number>();

/** Registers styles as a constructed sheet, which no content security policy forbids. */
export function registerStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.push(sheet);
  for (const root of users.keys()) adoptMissing(root);
}

/**
 * Adopts all styles into a document or shadow root. Returns the function that removes them, once the last
 * user calls it.
 */
export function adoptStyles(root: Root): () => void {
  users.set(root, (users.get(root) ?? 0) + 1);
  adoptMissing(root);
  return () => {
    const left = (users.get(root) ?? 1) - 1;
    if (left > 0) {
      users.set(root, left);
      return;
    }
    users.delete(root);
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  };
}

function adoptMissing(root: Root): void {
  const missing = sheets.filter((sheet) => !root.adoptedStyleSheets.includes(sheet));
  if (missing.length > 0) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing];
}
