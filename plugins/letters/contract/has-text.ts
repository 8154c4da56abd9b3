import { hasVisibleText } from '#kernel/domain/text/index.ts';

/** A part of a document. */
interface Node {
  readonly type: string;
  readonly text?: string | undefined;
  readonly content?: readonly Node[] | undefined;
}

/** Whether a document has visible content: a text, a field, or a list of the application. */
export function hasText({ type, text, content }: Node): boolean {
  if (type === 'field' || type === 'case_list') return true;
  return hasVisibleText(text ?? '') || (content ?? []).some(hasText);
}
