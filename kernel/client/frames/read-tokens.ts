/** The custom properties of the shell, with the values of the moment: colours, sizes, fonts. */
export function readTokens(): Readonly<Record<string, string>> {
  const computed = getComputedStyle(document.documentElement);
  const names = new Set<string>();
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSStyleRule) || !rule.selectorText.includes(':root')) continue;
      for (const name of rule.style) if (name.startsWith('--')) names.add(name);
    }
  }
  return Object.fromEntries([...names].map((name) => [name, computed.getPropertyValue(name).trim()]));
}
