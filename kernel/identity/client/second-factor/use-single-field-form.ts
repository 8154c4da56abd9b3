import { useRef, useState, type FormEvent } from 'react';
import { toRequestError } from '#kernel/client/data/request-error.ts';

/** A form of one field: its text, what is wrong with it, and how it is sent. */
export interface SingleFieldForm {
  readonly text: string;
  readonly problem: string;
  readonly sending: boolean;
  readonly change: (text: string) => void;
  readonly submit: (event: FormEvent) => void;
}

/** Holds a form of one field, of that name on the wire; a refusal is said under it. */
export function useSingleFieldForm(options: {
  readonly name: string;
  readonly required: string;
  readonly onSubmit: (text: string) => Promise<void>;
}): SingleFieldForm {
  const { name, required, onSubmit } = options;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  const [sending, setSending] = useState(false);
  const isSending = useRef(false);

  async function send(): Promise<void> {
    if (isSending.current) return;
    if (text.trim() === '') return setProblem(required);
    isSending.current = true;
    setSending(true);
    try {
      await onSubmit(text);
    } catch (error) {
      const refused = toRequestError(error);
      setProblem(refused.fields[name] ?? refused.text);
    } finally {
      isSending.current = false;
      setSending(false);
    }
  }

  return {
    text,
    problem,
    sending,
    change(next) {
      setText(next);
      setProblem('');
    },
    submit(event) {
      event.preventDefault();
      event.stopPropagation();
      void send();
    },
  };
}
