import { style } from '../style/stylesheet.ts';

/** What lies over the map until it is there. */
export function LoadingOverlay({ text }: { readonly text: string }) {
  return (
    <output className="km-overlay">
      <span className="km-spinner" aria-hidden="true" />
      {text}
    </output>
  );
}

/** What lies over the map when it cannot be there. */
export function FailureOverlay({
  text,
  retry,
  onRetry,
}: {
  readonly text: string;
  readonly retry: string;
  readonly onRetry: () => void;
}) {
  return (
    <div className="km-overlay" role="alert">
      <p>{text}</p>
      <button type="button" className="km-button" onClick={onRetry}>
        {retry}
      </button>
    </div>
  );
}

style(`
.km-overlay {
  position: absolute;
  inset: 0;
  z-index: 8;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 12px;
  padding: 16px;
  background: var(--km-ground);
  color: var(--km-text-2);
  text-align: center;
}
.km-spinner {
  width: 28px;
  height: 28px;
  border: 3px solid var(--km-line);
  border-top-color: var(--km-accent);
  border-radius: 50%;
  animation: km-turn 0.9s linear infinite;
}
@keyframes km-turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .km-spinner { animation-duration: 3s; } }
`);
