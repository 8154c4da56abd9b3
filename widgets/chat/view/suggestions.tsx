import { useId } from 'react';

interface SuggestionsProps {
  readonly label: string;
  readonly questions: readonly string[];
  readonly disabled: boolean;
  readonly onAsk: (question: string) => void;
}

/** Questions that one click asks. */
export function Suggestions({ label, questions, disabled, onAsk }: SuggestionsProps) {
  const id = useId();
  if (questions.length === 0) return null;
  return (
    <div className="kc-suggestions">
      <p id={id}>{label}</p>
      <ul aria-labelledby={id}>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" className="kc-chip" disabled={disabled} onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
