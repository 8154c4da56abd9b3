import { createContext, Fragment, type ReactNode, useContext } from 'react';
import { styled } from 'styled-components';
import { useText } from '#kernel/plugin-api/client.ts';
import type { LetterBlock, LetterBody, LetterField } from '../../contract.ts';
import { paperText } from './paper-style.ts';

type Paragraph = Extract<LetterBlock, { type: 'paragraph' }>;
type Inline = NonNullable<Paragraph['content']>[number];

/** The values of fields that only an issued letter has. */
export type LetterFieldValues = Readonly<Record<LetterField, string>>;

/** Null before a letter is issued. */
const FieldValues = createContext<LetterFieldValues | null>(null);

interface LetterTextProps {
  readonly body: LetterBody;
  readonly language: string;
  /** The field values of an issued letter; without them the fields show their names. */
  readonly values?: LetterFieldValues;
}

/** The read-only text of a letter. */
export function LetterText({ body, language, values }: LetterTextProps) {
  return (
    <FieldValues value={values ?? null}>
      <Text lang={language}>{numbered(body.content).map(([key, block]) => blockOf(key, block))}</Text>
    </FieldValues>
  );
}

/** The parts of a text do not move, so their index is their key. */
function numbered<Part>(parts: readonly Part[]): (readonly [number, Part])[] {
  return parts.map((part, index) => [index, part]);
}

function blockOf(key: number, block: LetterBlock): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return paragraphOf(key, block);
    case 'heading':
      return <h3 key={key}>{inlineOf(block.content)}</h3>;
    case 'bullet_list':
    case 'ordered_list': {
      const List = block.type === 'bullet_list' ? 'ul' : 'ol';
      const items = numbered(block.content).map(([at, { content }]) => (
        <li key={at}>{numbered(content).map(([number, one]) => paragraphOf(number, one))}</li>
      ));
      return <List key={key}>{items}</List>;
    }
    case 'table':
      return (
        <table key={key}>
          <tbody>
            {numbered(block.content).map(([row, { content }]) => (
              <tr key={row}>{numbered(content).map(([at, cell]) => cellOf(at, cell))}</tr>
            ))}
          </tbody>
        </table>
      );
  }
}

type Cell = Extract<LetterBlock, { type: 'table' }>['content'][number]['content'][number];

function cellOf(key: number, { attrs, content }: Cell): ReactNode {
  const Tag = attrs?.header ? 'th' : 'td';
  return <Tag key={key}>{numbered(content).map(([at, one]) => paragraphOf(at, one))}</Tag>;
}

function paragraphOf(key: number, { attrs, content }: Paragraph): ReactNode {
  return (
    <p key={key} data-align={attrs?.align}>
      {content ? inlineOf(content) : <br />}
    </p>
  );
}

function inlineOf(content: readonly Inline[] | undefined): ReactNode {
  return numbered(content ?? []).map(([key, inline]) => {
    const plain =
      inline.type === 'hard_break' ? (
        <br />
      ) : inline.type === 'text' ? (
        inline.text
      ) : (
        <FieldText name={inline.attrs.name} />
      );
    return <Fragment key={key}>{marked(plain, inline.marks)}</Fragment>;
  });
}

const tags = { strong: 'strong', em: 'em', underline: 'u' } as const;

function marked(inner: ReactNode, marks: Inline['marks']): ReactNode {
  return (marks ?? []).reduce<ReactNode>((text, { type }) => {
    const Tag = tags[type];
    return <Tag>{text}</Tag>;
  }, inner);
}

function FieldText({ name }: { readonly name: LetterField }) {
  const t = useText('letters');
  const values = useContext(FieldValues);
  return values ? values[name] : <span data-field={name}>{t(`fields.${name}`)}</span>;
}

/** Narrower than a sheet of paper: wide justified lines would have gaps. */
const Text = styled.div`
  ${paperText}
  text-align: left;
`;
