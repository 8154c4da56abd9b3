import { Fragment, type ReactNode } from 'react';
import { readRichText, type Block, type Inline } from '../model/rich-text.ts';

interface RichTextProps {
  readonly text: string;
  /** Renders a source reference; null if there is no such source, and the text stays. */
  readonly renderSource: (number: number) => ReactNode;
}

/** Renders an answer and its markup as elements; its text is never parsed as HTML. */
export function RichText({ text, renderSource }: RichTextProps) {
  return readRichText(text).map((block, index) => (
    <BlockView key={index} block={block} renderSource={renderSource} />
  ));
}

function BlockView({ block, renderSource }: { readonly block: Block } & Pick<RichTextProps, 'renderSource'>) {
  if (block.kind === 'paragraph') {
    return (
      <p>
        {block.lines.map((line, index) => (
          <Fragment key={index}>
            {index > 0 ? <br /> : null}
            <Line line={line} renderSource={renderSource} />
          </Fragment>
        ))}
      </p>
    );
  }
  const items = block.items.map((line, index) => (
    <li key={index}>
      <Line line={line} renderSource={renderSource} />
    </li>
  ));
  return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

function Line({
  line,
  renderSource,
}: { readonly line: readonly Inline[] } & Pick<RichTextProps, 'renderSource'>) {
  return line.map((piece, index) => {
    if (piece.kind === 'strong') return <strong key={index}>{piece.text}</strong>;
    if (piece.kind === 'text') return <Fragment key={index}>{piece.text}</Fragment>;
    return <Fragment key={index}>{renderSource(piece.number) ?? `[${piece.number}]`}</Fragment>;
  });
}
