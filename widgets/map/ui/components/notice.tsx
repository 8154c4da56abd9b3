import { style } from '../style/stylesheet.ts';

/** Something said for a while, at the head of the map. */
export function Notice({ text }: { readonly text: string }) {
  return (
    <output className="km-notice">{text === '' ? null : <span className="km-panel">{text}</span>}</output>
  );
}

style(`
.km-body { position: relative; display: flex; flex: 1; flex-direction: column; min-height: 0; }
.km-over {
  position: absolute;
  z-index: 5;
  inset: 10px;
  display: flex;
  flex-direction: column;
  gap: 8px;
  pointer-events: none;
}
.km-over[data-corner^='bottom'] { flex-direction: column-reverse; }
.km-panels { position: relative; flex: 1; min-height: 0; }
.km-slot { display: contents; }
.km[data-full] { position: fixed; z-index: 1000; inset: 0; width: auto; height: auto; }
.km-notice { position: absolute; z-index: 9; right: 12px; bottom: 12px; left: 12px; display: flex; justify-content: center; pointer-events: none; }
.km-notice span { padding: 8px 14px; background: var(--km-text); color: var(--km-surface); font-size: 13px; }
.km-drop {
  position: absolute;
  z-index: 10;
  inset: 8px;
  display: grid;
  place-items: center;
  border: 2px dashed var(--km-accent);
  border-radius: 10px;
  background: color-mix(in srgb, var(--km-surface) 80%, transparent);
  color: var(--km-accent-strong);
  font-size: 16px;
  font-weight: 600;
  pointer-events: none;
}
`);
