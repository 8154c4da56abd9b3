const light = `
  color-scheme: light;
  --km-ground: #e9eeee;
  --km-surface: #ffffff;
  --km-sunken: #eef0f1;
  --km-line: #e1e5e7;
  --km-line-control: #87949a;
  --km-hover: rgb(16 32 36 / 0.05);
  --km-press: rgb(16 32 36 / 0.1);
  --km-text: #172024;
  --km-text-2: #526068;
  --km-text-3: #65737b;
  --km-accent: #0b7480;
  --km-accent-strong: #075a64;
  --km-accent-soft: #e2f2f3;
  --km-on-accent: #ffffff;
  --km-danger: #b4232c;
  --km-danger-text: #b4232c;
  --km-danger-soft: #fde8e8;
  --km-on-danger: #ffffff;
  --km-warn: #8a5a00;
  --km-warn-soft: #fdf1d6;
  --km-backdrop: rgb(12 22 25 / 0.4);
  --km-shadow: 0 8px 24px rgb(16 32 36 / 0.16);
`;

const dark = `
  color-scheme: dark;
  --km-ground: #1a2326;
  --km-surface: #1b2528;
  --km-sunken: #11191b;
  --km-line: #2c3a3f;
  --km-line-control: #66777d;
  --km-hover: rgb(232 238 239 / 0.07);
  --km-press: rgb(232 238 239 / 0.12);
  --km-text: #e8eeef;
  --km-text-2: #a9b7bb;
  --km-text-3: #8b9a9f;
  --km-accent: #4cc0c9;
  --km-accent-strong: #7ad6dc;
  --km-accent-soft: #12353a;
  --km-on-accent: #06272b;
  --km-danger: #c23a43;
  --km-danger-text: #ff9a9f;
  --km-danger-soft: #42181c;
  --km-on-danger: #ffffff;
  --km-warn: #f2c25b;
  --km-warn-soft: #3a2c0c;
  --km-backdrop: rgb(0 0 0 / 0.5);
  --km-shadow: 0 12px 32px rgb(0 0 0 / 0.5);
`;

/** How large what is pressed is: in bars and panels, beside a line, within a hint, and in the palette. */
const mouse = `
  --km-control: 34px;
  --km-small: 28px;
  --km-tight: 30px;
  --km-swatch: 32px;
`;

/** The same for fingers; a narrow map is taken for that of a phone. */
const finger = `
  --km-control: 44px;
  --km-small: 44px;
  --km-tight: 44px;
  --km-swatch: 44px;
`;

/** Tokens of the page around the map where it has them, and the map's own where it has none. */
const inherited = `
  color-scheme: inherit;
  --km-ground: var(--sunken, #e9eeee);
  --km-surface: var(--raised, #ffffff);
  --km-sunken: var(--sunken, #eef0f1);
  --km-line: var(--line, #e1e5e7);
  --km-line-control: var(--line-control, #87949a);
  --km-hover: var(--hover, rgb(16 32 36 / 0.05));
  --km-press: var(--press, rgb(16 32 36 / 0.1));
  --km-text: var(--text, #172024);
  --km-text-2: var(--text-2, #526068);
  --km-text-3: var(--text-3, #65737b);
  --km-accent: var(--accent, #0b7480);
  --km-accent-strong: var(--accent-strong, #075a64);
  --km-accent-soft: var(--accent-soft, #e2f2f3);
  --km-on-accent: var(--on-accent, #ffffff);
  --km-danger: var(--danger, #b4232c);
  --km-danger-text: var(--rejected, #b4232c);
  --km-danger-soft: var(--rejected-soft, #fde8e8);
  --km-on-danger: var(--on-danger, #ffffff);
  --km-warn: var(--accepted, #8a5a00);
  --km-warn-soft: var(--accepted-soft, #fdf1d6);
  --km-backdrop: var(--backdrop, rgb(12 22 25 / 0.4));
  --km-shadow: var(--shadow-2, 0 8px 24px rgb(16 32 36 / 0.16));
`;

/** Tokens and what all parts share. */
export const baseStyles = `
.km {
  ${light}
  --km-font: 'Inter Variable', Inter, system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --km-radius: 6px;
  ${mouse}
  position: relative;
  display: flex;
  flex-direction: column;
  box-sizing: border-box;
  width: 100%;
  height: 100%;
  min-height: 240px;
  overflow: hidden;
  container: km / inline-size;
  background: var(--km-ground);
  color: var(--km-text);
  font: 400 14px/20px var(--km-font);
  letter-spacing: normal;
  text-align: start;
  text-transform: none;
  text-indent: 0;
  white-space: normal;
  word-spacing: 0;
  visibility: visible;
  cursor: auto;
  user-select: none;
  -webkit-user-select: none;
  -webkit-tap-highlight-color: transparent;
}
.km[data-theme='dark'] { ${dark} }
.km[data-theme='inherit'] { ${inherited} }
@media (prefers-color-scheme: dark) {
  .km[data-theme='auto'] { ${dark} }
}
.km *, .km *::before, .km *::after { box-sizing: border-box; }
.km p, .km h2, .km ul, .km ol, .km dl, .km dd { margin: 0; padding: 0; }
.km ul, .km ol { list-style: none; }
.km button, .km input, .km textarea {
  font: inherit;
  color: inherit;
  letter-spacing: inherit;
  margin: 0;
}
.km svg { display: block; flex: none; }
.km :focus-visible { outline: 2px solid var(--km-accent); outline-offset: 2px; }
.km [hidden] { display: none !important; }
.km-sr {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
.km-stage { position: relative; flex: 1; min-height: 0; overflow: hidden; overflow: clip; isolation: isolate; cursor: grab; }
.km-panel {
  background: var(--km-surface);
  border: 1px solid var(--km-line);
  border-radius: 10px;
  box-shadow: var(--km-shadow);
}
@media (pointer: coarse) {
  .km { ${finger} }
}
@container km (max-width: 480px) {
  .km > * { ${finger} }
  .km .km-wide, .km-rule { display: none; }
}
@media (prefers-reduced-motion: no-preference) {
  .km button { transition: background-color 120ms, color 120ms; }
}
@media print {
  .km-toolbar, .km-hint { display: none; }
}
`;
