const light = `
  color-scheme: light;
  --kc-ground: #f6f7f7;
  --kc-surface: #ffffff;
  --kc-sunken: #eef0f1;
  --kc-line: #e1e5e7;
  --kc-line-control: #87949a;
  --kc-hover: rgb(16 32 36 / 0.06);
  --kc-press: rgb(16 32 36 / 0.12);
  --kc-text: #172024;
  --kc-text-2: #526068;
  --kc-accent: #0b7480;
  --kc-accent-strong: #075a64;
  --kc-accent-soft: #e2f2f3;
  --kc-on-accent: #ffffff;
  --kc-bad: #b4232c;
  --kc-bad-soft: #fde8e8;
  --kc-warn: #8a5a00;
  --kc-warn-soft: #fdf1d6;
`;

const dark = `
  color-scheme: dark;
  --kc-ground: #0e1416;
  --kc-surface: #1b2528;
  --kc-sunken: #11191b;
  --kc-line: #2c3a3f;
  --kc-line-control: #66777d;
  --kc-hover: rgb(232 238 239 / 0.08);
  --kc-press: rgb(232 238 239 / 0.14);
  --kc-text: #e8eeef;
  --kc-text-2: #a9b7bb;
  --kc-accent: #4cc0c9;
  --kc-accent-strong: #7ad6dc;
  --kc-accent-soft: #12353a;
  --kc-on-accent: #06272b;
  --kc-bad: #ff9a9f;
  --kc-bad-soft: #42181c;
  --kc-warn: #f2c25b;
  --kc-warn-soft: #3a2c0c;
`;

const inherited = `
  color-scheme: inherit;
  --kc-ground: var(--ground);
  --kc-surface: var(--raised);
  --kc-sunken: var(--sunken);
  --kc-line: var(--line);
  --kc-line-control: var(--line-control);
  --kc-hover: var(--hover);
  --kc-press: var(--press);
  --kc-text: var(--text);
  --kc-text-2: var(--text-2);
  --kc-accent: var(--accent);
  --kc-accent-strong: var(--accent-strong);
  --kc-accent-soft: var(--accent-soft);
  --kc-on-accent: var(--on-accent);
  --kc-bad: var(--rejected);
  --kc-bad-soft: var(--rejected-soft);
  --kc-warn: var(--accepted);
  --kc-warn-soft: var(--accepted-soft);
`;

const css = `
.kc {
  ${light}
  --kc-target: 36px;
  --kc-font: 14px;
  display: flex;
  flex-direction: column;
  box-sizing: border-box;
  width: 100%;
  height: 100%;
  overflow: hidden;
  background: var(--kc-ground);
  color: var(--kc-text);
  font: 400 var(--kc-font)/1.45 'Inter Variable', Inter, system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  overflow-wrap: anywhere;
  text-align: start;
  outline: none;
}
.kc[data-theme='dark'] { ${dark} }
.kc[data-theme='inherit'] { ${inherited} }
@media (prefers-color-scheme: dark) {
  .kc[data-theme='auto'] { ${dark} }
}
.kc *, .kc *::before, .kc *::after { box-sizing: border-box; }
.kc p, .kc h2, .kc h3, .kc ul, .kc ol { margin: 0; padding: 0; }
.kc ul, .kc .kc-messages, .kc .kc-sources ol { list-style: none; }
.kc button, .kc textarea, .kc input { margin: 0; font: inherit; color: inherit; letter-spacing: inherit; }
.kc button:not(:disabled), .kc label { cursor: pointer; }
.kc svg { display: block; flex: none; }
.kc :focus-visible, .kc label:focus-within { outline: 2px solid var(--kc-accent); outline-offset: 2px; }
.kc small { font-size: 12px; color: var(--kc-text-2); }
.kc-sr {
  position: absolute !important;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.kc-header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
  padding: 8px 8px 8px 16px;
  border-bottom: 1px solid var(--kc-line);
  background: var(--kc-surface);
}
.kc-header > svg { color: var(--kc-accent); }
.kc-header h2 { flex: 1; min-width: 0; font-size: 15px; line-height: 22px; font-weight: 620; }
.kc-ask { display: flex; flex-basis: 100%; align-items: center; gap: 8px; padding: 4px 8px 4px 0; }
.kc-ask span { flex: 1; }
.kc-icon-button {
  position: relative;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  flex: none;
  width: var(--kc-target);
  height: var(--kc-target);
  padding: 0;
  border: 0;
  border-radius: 999px;
  background: none;
  color: var(--kc-text-2);
}
.kc-icon-button:hover:not(:disabled) { background: var(--kc-hover); color: var(--kc-text); }
.kc-icon-button:disabled { opacity: 0.45; }
.kc-button {
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 32px;
  padding: 4px 12px;
  border: 1px solid var(--kc-line-control);
  border-radius: 6px;
  background: var(--kc-surface);
  color: var(--kc-text);
  font-weight: 550;
  text-decoration: none;
}
.kc-button:hover:not([aria-disabled='true']) { background: var(--kc-sunken); text-decoration: none; }
.kc-button[aria-disabled='true'] { color: var(--kc-text-2); cursor: default; }
.kc .kc-main { border-color: transparent; background: var(--kc-accent); color: var(--kc-on-accent); }
.kc .kc-main:hover { background: var(--kc-accent-strong); }
.kc-text-button {
  padding: 2px 4px;
  border: 0;
  border-radius: 4px;
  background: none;
  text-decoration: underline;
}
.kc .kc-text-button, .kc-link { color: var(--kc-accent-strong); }
.kc-link { text-decoration: underline; }

.kc .kc-offline {
  display: flex;
  gap: 8px;
  padding: 8px 16px;
  background: var(--kc-warn-soft);
  color: var(--kc-warn);
  font-size: 13px;
}
.kc-offline svg { margin-top: 2px; }

.kc-middle { position: relative; flex: 1; min-height: 0; }
.kc-log {
  display: flex;
  flex-direction: column;
  gap: 12px;
  height: 100%;
  padding: 16px;
  overflow-y: auto;
  overscroll-behavior: contain;
  scrollbar-color: var(--kc-line-control) transparent;
}
/* What goes on fades out; at the end, this lies over the padding. */
.kc-middle::after {
  content: '';
  position: absolute;
  inset: auto 14px 2px 2px;
  height: 14px;
  background: linear-gradient(transparent, var(--kc-ground));
  pointer-events: none;
}
.kc .kc-log:focus-visible { outline-offset: -2px; }
.kc-messages { display: flex; flex-direction: column; gap: 12px; }
.kc-messages:empty { display: none; }
.kc-said { position: relative; display: flex; flex-direction: column; max-width: 88%; }
.kc-mine { align-self: flex-end; align-items: flex-end; }
.kc-theirs { align-self: flex-start; align-items: flex-start; padding-left: 26px; max-width: 96%; }
.kc-face { position: absolute; left: 0; top: 9px; color: var(--kc-accent); }
.kc-bubble {
  display: flex;
  flex-direction: column;
  gap: 8px;
  max-width: 100%;
  padding: 8px 12px;
  border: 1px solid var(--kc-line);
  border-radius: 4px 14px 14px 14px;
  background: var(--kc-surface);
}
.kc-mine .kc-bubble {
  gap: 2px;
  border-color: transparent;
  border-radius: 14px 14px 4px 14px;
  background: var(--kc-accent-soft);
}
.kc-mine[data-state='queued'] .kc-bubble, .kc-mine[data-state='failed'] .kc-bubble {
  border: 1px dashed var(--kc-line-control);
  background: none;
}
.kc-plain { white-space: pre-wrap; }
.kc-bubble > ul, .kc .kc-bubble > ol { padding-left: 20px; list-style: disc; }
.kc .kc-bubble > ol { list-style: decimal; }
.kc .kc-bubble li + li { margin-top: 4px; }
.kc-bubble sup { margin-left: 1px; color: var(--kc-accent-strong); font-size: 11px; line-height: 0; font-weight: 600; }
.kc-time { align-self: flex-end; color: var(--kc-text-2); font-size: 11px; line-height: 14px; font-variant-numeric: tabular-nums; }
.kc .kc-bubble > .kc-file-names { padding: 0; list-style: none; font-size: 13px; }
.kc-file-names li { display: flex; align-items: center; gap: 5px; }
.kc-note { display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 2px 6px; margin-top: 4px !important; color: var(--kc-text-2); font-size: 12px; }
.kc-failure {
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  gap: 8px;
  margin-top: 6px;
  padding: 10px 12px;
  border-radius: 10px;
  background: var(--kc-bad-soft);
  color: var(--kc-bad);
  font-size: 13px;
}
.kc-failure p { display: flex; gap: 8px; }
.kc-failure p svg { margin-top: 1px; }
.kc-failure[data-kind='limited'] { background: var(--kc-warn-soft); color: var(--kc-warn); }
.kc-failure[data-kind='stopped'] { background: var(--kc-sunken); color: var(--kc-text-2); }
.kc-aside { color: var(--kc-text-2); font-size: 12px; }
.kc-sources, .kc-contact { padding-top: 8px; border-top: 1px solid var(--kc-line); font-size: 13px; }
.kc-sources h3, .kc-contact h3 { color: var(--kc-text-2); font-size: 12px; line-height: 18px; font-weight: 600; }
.kc-sources ol { counter-reset: source; }
.kc-sources li { position: relative; padding-left: 1.3em; counter-increment: source; }
.kc-sources li::before { content: counter(source) '.'; position: absolute; left: 0; color: var(--kc-text-2); }
.kc-suggestions { margin-top: 8px; }
.kc-suggestions p { margin-bottom: 6px; color: var(--kc-text-2); font-size: 12px; }
.kc-suggestions ul { display: flex; flex-wrap: wrap; gap: 6px; }
.kc-chip {
  min-height: 32px;
  padding: 5px 12px;
  border: 1px solid var(--kc-line-control);
  border-radius: 16px;
  background: var(--kc-surface);
  text-align: start;
  font-size: 13px;
  line-height: 18px;
}
.kc-chip:hover:not(:disabled) { background: var(--kc-accent-soft); }
.kc-chip:disabled { color: var(--kc-text-2); }
.kc-dots { flex-direction: row; gap: 4px; padding: 14px 12px; }
.kc-dots i { width: 6px; height: 6px; border-radius: 50%; background: var(--kc-text-2); }
.kc .kc-latest {
  position: absolute;
  z-index: 1;
  right: 16px;
  bottom: 12px;
  border: 1px solid var(--kc-line-control);
  background: var(--kc-surface);
}

.kc-composer { padding: 8px 12px 10px; border-top: 1px solid var(--kc-line); background: var(--kc-surface); }
.kc-box {
  display: flex;
  align-items: flex-end;
  gap: 2px;
  padding: 2px;
  border: 1px solid var(--kc-line-control);
  border-radius: 20px;
}
.kc-box:focus-within { border-color: var(--kc-accent); box-shadow: 0 0 0 1px var(--kc-accent); }
.kc-box:has(textarea:disabled) { background: var(--kc-sunken); }
.kc-box textarea {
  flex: 1;
  min-width: 0;
  max-height: 200px;
  padding: 8px 4px;
  border: 0;
  outline: none !important;
  background: none;
  resize: none;
  line-height: 20px;
}
.kc-box textarea::placeholder { color: var(--kc-text-2); opacity: 1; }
.kc-attach:has(input:disabled) { opacity: 0.45; cursor: default; }
.kc .kc-send, .kc .kc-stop { background: var(--kc-accent); color: var(--kc-on-accent); }
.kc .kc-send:hover:not(:disabled), .kc .kc-stop:hover { background: var(--kc-accent-strong); color: var(--kc-on-accent); }
.kc .kc-send:disabled { background: var(--kc-sunken); color: var(--kc-text-2); opacity: 1; }
.kc-stop svg { fill: currentcolor; }
.kc-hint { margin-top: 6px !important; color: var(--kc-text-2); font-size: 12px; text-align: center; }
.kc-files { display: flex; flex-wrap: wrap; gap: 6px; max-height: 132px; margin-bottom: 4px !important; overflow-y: auto; }
.kc-files li {
  display: flex;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  padding: 2px 2px 2px 10px;
  border: 1px solid var(--kc-line);
  border-radius: 6px;
  background: var(--kc-sunken);
  font-size: 13px;
}
.kc-file-name { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.kc-files small { flex: none; }
.kc-files button { display: inline-flex; padding: 6px; border: 0; border-radius: 6px; background: none; }
.kc-files + .kc-aside { margin-bottom: 8px; }
.kc-problem { display: flex; gap: 6px; margin-bottom: 6px !important; color: var(--kc-bad); font-size: 13px; }
.kc-problem svg { margin-top: 2px; }

@media (pointer: coarse) {
  .kc { --kc-target: 44px; }
  .kc-button, .kc-chip { min-height: 44px; }
  .kc-files button { padding: 14px; }
  .kc-box { border-radius: 24px; }
  .kc-box textarea { padding: 12px 4px; }
  .kc-text-button { min-height: 44px; }
}
@media (max-width: 767px) and (pointer: coarse), (hover: none) {
  /* A smaller font makes iOS zoom into the field. */
  .kc-box textarea { font-size: 16px; }
  .kc-hint { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
}
@media (prefers-reduced-motion: no-preference) {
  .kc-dots i { animation: kc-dot 1.2s ease-in-out infinite; }
  .kc-dots i:nth-of-type(2) { animation-delay: 0.15s; }
  .kc-dots i:nth-of-type(3) { animation-delay: 0.3s; }
}
@keyframes kc-dot {
  0%, 60%, 100% { opacity: 0.3; }
  30% { opacity: 1; }
}
@media (forced-colors: active) {
  .kc-bubble, .kc-button, .kc-icon-button { border: 1px solid; }
  .kc-middle::after { display: none; }
}
`;

let sheet: CSSStyleSheet | null = null;

/**
 * Dresses a document, once and for good: all of it stands under `.kc`. A constructed sheet, which no content security policy
 * forbids.
 */
export function wearStyle(root: Document): void {
  if (sheet && root.adoptedStyleSheets.includes(sheet)) return;
  sheet ??= new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
