import { readFileSync } from 'node:fs';

/** The shared palette, as `--name: color;` declarations of each scheme. */
const palette = readFileSync(new URL('../../../domain/theme/colors.css', import.meta.url), 'utf8');

const base = `
body{margin:0;min-height:100vh;display:grid;align-content:center;justify-items:center;gap:16px;padding:16px;box-sizing:border-box;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{box-sizing:border-box;width:min(100%,460px);padding:28px 24px;background:var(--surface);border:1px solid var(--line);border-radius:12px}
.office,.quiet{margin:0;color:var(--text-2);font-size:14px}h1{margin:4px 0 12px;font-size:24px;line-height:1.25;text-wrap:balance}
p{margin:0 0 12px;text-wrap:pretty}
`.trim();

/**
 * The style sheet of a page of the server: one card in the colours of the app, light or dark as the browser prefers,
 * and the page's own rules after these.
 */
export function pageStyles(own: string): string {
  const rules = `${base}\n${own.trim()}`;
  return `:root{color-scheme:light dark;${colorsOf('light', rules)}}
@media (prefers-color-scheme:dark){:root{${colorsOf('dark', rules)}}}
${rules}`;
}

/** The colours of a scheme that the rules use. */
function colorsOf(scheme: 'light' | 'dark', rules: string): string {
  const [, block = ''] = palette.split(`color-scheme: ${scheme};`);
  return block
    .slice(0, block.indexOf('}'))
    .split(';')
    .map((declaration) => declaration.trim().split(': '))
    .filter(([name = '']) => name !== '' && rules.includes(`var(${name})`))
    .map(([name, color]) => `${name}:${color}`)
    .join(';');
}
