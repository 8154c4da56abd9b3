import { useState } from 'react';
import type { MapTexts } from '../../model/text/texts.ts';
import { CloseIcon } from '../components/icons.tsx';

interface RetryProps {
  readonly texts: MapTexts;
  readonly onRetry: () => void;
}

/** Covers the map while it loads. */
export function LoadingOverlay({ text }: { readonly text: string }) {
  return (
    <output className="km-overlay">
      <span className="km-spinner" aria-hidden="true" />
      {text}
    </output>
  );
}

/** Covers the map when it cannot be drawn, and explains why. */
export function FailureOverlay({ texts, onRetry }: RetryProps) {
  return (
    <div className="km-overlay" role="alert">
      <p>{texts.failure}</p>
      <p>{texts.plain.failed}</p>
      <button type="button" className="km-button" onClick={onRetry}>
        {texts.retry}
      </button>
    </div>
  );
}

/** A note that explains why a map has no basemap, until it is closed. */
export function PlainNote({ texts, onRetry }: RetryProps) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <output className="km-plain">
      <span>{texts.plain.reason}</span>
      <button type="button" className="km-button" onClick={onRetry}>
        {texts.retry}
      </button>
      <button
        type="button"
        className="km-button"
        aria-label={texts.card.close}
        onClick={() => setOpen(false)}
      >
        <CloseIcon size={16} aria-hidden="true" />
      </button>
    </output>
  );
}
