/** Covers the map while it loads. */
export function LoadingOverlay({ text }: { readonly text: string }) {
  return (
    <output className="km-overlay">
      <span className="km-spinner" aria-hidden="true" />
      {text}
    </output>
  );
}

/** Covers the map when it cannot be drawn. */
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
