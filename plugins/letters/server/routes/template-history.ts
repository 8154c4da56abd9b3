import {
  choiceField,
  flagField,
  recordHistory,
  type ShownIn,
  type TrackedField,
} from '#kernel/plugin-api/server.ts';
import { languages } from '#kernel/domain/text/languages.ts';
import { isRecord } from '#kernel/domain/values/is-record.ts';
import { template } from '../../contract.ts';
import { letters } from '../../manifest.ts';
import { templateServer } from './template-routes.ts';

/** The history of templates: their texts, without formatting. */
export const templateHistory = recordHistory(letters, template, templateServer, {
  keepsDeleted: true,
  labels: { name: 'letters:templates.name', subject: 'letters:templates.subject' },
  fields: [
    choiceField('kind', 'letters:templates.kind', {
      letter: 'letters:templates.kinds.letter',
      reply: 'letters:templates.kinds.reply',
    }),
    flagField('enabled', 'letters:templates.enabled'),
    ...languages.map((language): TrackedField => {
      const column = `body_${language}`;
      return {
        name: column,
        columns: [column],
        label: ({ text }) =>
          text('kernel:records.nameIn', {
            title: text('letters:templates.body'),
            language: text(`kernel:language.${language}`),
          }),
        show: (values, shown) =>
          isRecord(values[column]) ? { written: plainTextOf(values[column], shown) } : null,
      };
    }),
  ],
});

/** Returns a document as plain text, one line per paragraph; fields as their names in braces. */
function plainTextOf(node: unknown, shown: ShownIn): string {
  if (!isRecord(node)) return '';
  const { type, text, attrs, content } = node;
  if (typeof text === 'string') return text;
  if (type === 'field')
    return `{${shown.text(`letters:fields.${String(isRecord(attrs) && attrs['name'])}`)}}`;
  const inner = Array.isArray(content) ? content.map((part) => plainTextOf(part, shown)) : [];
  return inner.join(type === 'paragraph' || type === 'heading' ? '' : '\n');
}
