import type {
  AttributeChoice,
  Attributes,
  ExistingMode,
  ImportPreview,
  ParseResult,
  Report,
} from '../../model/index.ts';
import type { ImportOptions } from '../api/map-props.ts';

/** The questions to the user before an import adds anything. */
export interface ImportPrompt {
  readonly reading: ParseResult;
  readonly preview: ImportPreview;
}

/** The import of a text or a file, and its report. */
export interface Importing {
  /** Whether the dialog is open. */
  readonly importing: boolean;
  readonly openImport: () => void;
  /** The text that is entered, also while the dialog is closed, until it is imported. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Also stops reading. */
  readonly closeImport: () => void;
  /** Whether something is read now. */
  readonly reading: boolean;
  /** How much of a long file has been read, from 0 to 1. */
  readonly progress: number | null;
  /** Imports a text or a file, or asks first. Resolves to the error text, or null. */
  readonly importSource: (source: string | Blob) => Promise<string | null>;
  /** Imports a file that was dropped on the map; of several files none. */
  readonly importDropped: (files: FileList) => Promise<void>;
  readonly prompt: ImportPrompt | null;
  /** Reads again with other attributes; those not named stay unchanged. */
  readonly chooseAttributes: (choice: AttributeChoice) => Promise<string | null>;
  /** Adds the shapes that the prompt was about. */
  readonly confirmImport: (existing: ExistingMode) => string | null;
  readonly report: Report | null;
  /** The attributes of the last import, while they can still be changed. */
  readonly revisable: Attributes | null;
  /** Undoes the last import and asks which attributes to read. */
  readonly reviseAttributes: () => void;
  /** Imports the shapes that were left out as swapped, in the way that the user has chosen. */
  readonly takeSwapped: (axes: ImportOptions['axes']) => Promise<void>;
  readonly closeReport: () => void;
}
