import { css } from 'styled-components';
import { media } from '#kernel/plugin-api/client.ts';

/** The style of a letter's text, in the editor and for reading. */
export const paperText = css`
  font-family: 'Times New Roman', Tinos, 'Liberation Serif', serif;
  font-size: 17px;
  line-height: 1.5;
  overflow-wrap: break-word;
  white-space: pre-wrap;
  text-align: justify;

  p,
  h3,
  ul,
  ol,
  table,
  [data-list-block],
  [data-condition] {
    margin: 0 0 8px;
  }

  h3 {
    font: inherit;
    font-weight: 700;
    text-align: center;
  }

  p[data-align='left'] {
    text-align: left;
  }
  p[data-align='center'] {
    text-align: center;
  }
  p[data-align='right'] {
    text-align: right;
  }

  ul,
  ol {
    padding-left: 28px;
  }
  ul {
    list-style: '– ';
  }
  ol {
    list-style: decimal;
  }
  li > p {
    margin-bottom: 2px;
    text-align: left;
  }

  table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
    font-size: 15px;
  }
  td,
  th {
    padding: 3px 7px;
    border: 1px solid var(--line-control);
    text-align: left;
    vertical-align: top;
  }
  th {
    font-weight: 700;
  }
  td p,
  th p {
    margin: 0;
    text-align: left;
  }

  [data-field] {
    padding: 0 6px;
    border-radius: 4px;
    background: var(--accent-soft);
    color: var(--accent-strong);
    font-family: var(--font);
    font-size: 13px;
    font-weight: 550;
    white-space: normal;
  }

  ${media.phone} {
    font-size: 16px;
    text-align: left;
  }
`;
