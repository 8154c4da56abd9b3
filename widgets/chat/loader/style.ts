/** The button and the place of the panel; what is important here outweighs any style of the page. */
export const style = `
:host {
  all: initial !important;
  display: block !important;
  position: fixed !important;
  z-index: 2147483000 !important;
  inset: auto 20px 20px auto !important;
  width: auto !important;
  height: auto !important;
  color-scheme: light;
  --accent: #0b7480;
  --strong: #075a64;
  --on: #fff;
  --ground: #f6f7f7;
  --text: #172024;
  font: 14px/20px system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif !important;
}
:host([hidden]) { display: none !important; }
:host([position='bottom-left']) { inset: auto auto 20px 20px !important; }
@media (prefers-color-scheme: dark) {
  :host([theme='auto']), :host(:not([theme])) {
    color-scheme: dark; --accent: #4cc0c9; --strong: #7ad6dc; --on: #06272b; --ground: #0e1416; --text: #e8eeef;
  }
}
:host([theme='dark']) {
  color-scheme: dark; --accent: #4cc0c9; --strong: #7ad6dc; --on: #06272b; --ground: #0e1416; --text: #e8eeef;
}
button { font: inherit; cursor: pointer; }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.open {
  position: relative;
  display: flex;
  align-items: center;
  justify-content: center;
  width: 56px;
  height: 56px;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: var(--accent);
  color: var(--on);
  box-shadow: 0 6px 20px rgb(0 0 0 / 0.25);
}
.open:hover { background: var(--strong); }
.open svg { width: 26px; height: 26px; }
.news {
  position: absolute;
  top: -2px;
  right: -2px;
  min-width: 20px;
  box-sizing: border-box;
  padding: 0 5px;
  border-radius: 10px;
  background: #b4232c;
  color: #fff;
  font: 600 12px/20px system-ui, sans-serif;
}
.news:empty { display: none; }
.place {
  position: absolute;
  right: 0;
  bottom: 72px;
  display: flex;
  width: 384px;
  height: 520px;
  max-height: calc(100dvh - 112px);
  border-radius: 12px;
  overflow: hidden;
  background: var(--ground);
  color: var(--text);
  box-shadow: 0 12px 40px rgb(0 0 0 / 0.28);
}
:host([position='bottom-left']) .place { right: auto; left: 0; }
.place[hidden] { display: none; }
iframe { width: 100%; height: 100%; border: 0; color-scheme: inherit; }
.wait {
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 12px;
  padding: 24px;
  background: var(--ground);
  text-align: center;
}
.wait p { margin: 0; }
.wait button { min-height: 36px; padding: 4px 16px; border: 1px solid; border-radius: 6px; background: none; color: inherit; }
[hidden] { display: none !important; }
@media (max-width: 767px) {
  .place, :host([position='bottom-left']) .place {
    position: fixed;
    inset: var(--top, 0) 0 auto 0;
    width: 100%;
    height: var(--height, 100dvh);
    max-height: none;
    border-radius: 0;
  }
  .place:not([hidden]) + .open { visibility: hidden; }
}
@media (prefers-reduced-motion: no-preference) {
  .place { animation: rise 160ms cubic-bezier(0.2, 0, 0, 1); }
}
@keyframes rise { from { opacity: 0; translate: 0 8px; } }
@media print { :host { display: none !important; } }
`;
