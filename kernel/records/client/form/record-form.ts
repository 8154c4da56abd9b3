import type { FormEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { TypedDocumentNode } from '@apollo/client';
import type { RemoteChange } from './use-remote-change.ts';

/** A record with a version. */
export interface VersionedRecord {
  readonly id: number;
  readonly updatedAt: string;
}

/** The result of a confirmation before a record is saved. */
export interface Agreement {
  /** The path of the change, instead of `path/{id}`. */
  readonly path?: string;
  /** Fields that are added to the body, or replace fields of it. */
  readonly more: object;
}

/** The props of the form of a record in a dialog. */
export interface RecordFormProps<Item> {
  /** The record; `null` for a new one. */
  readonly record: Item | null;
  readonly onClose: () => void;
}

/** The options of the form of a record. */
export interface RecordFormOptions<Item extends VersionedRecord, Values extends FieldValues, Body> {
  /** The name of the list, under which drafts are stored and rows are highlighted. */
  readonly name: string;
  /** The path of the calls: `POST path`, `PUT path/{id}`. */
  readonly path: string;
  /** The record to edit; `null` for a new one. */
  readonly record: Item | null;
  readonly schema: z.ZodType<Body>;
  /** The initial values of the fields. */
  readonly valuesOf: (record: Item | null) => Values;
  /** Fields that are never stored in a draft, such as a password. */
  readonly secrets?: readonly (keyof Values & string)[] | undefined;
  /** Converts the fields to the body of the call; by default they are the body. */
  readonly bodyOf?: ((values: Values) => unknown) | undefined;
  /** Messages for empty fields by path (`rows.*.name` for any row); other fields get a default message. */
  readonly required: Readonly<Record<string, string>>;
  /** The message after saving. */
  readonly saved: (body: Body, created: boolean) => string;
  /** The queries whose lists show the record. */
  readonly documents: readonly TypedDocumentNode<unknown, never>[];
  /** Closes the form after saving; not called if the user has left the form by then. */
  readonly onDone: (saved: Item) => void;
  /**
   * Asks for a confirmation before the record is saved; `null` continues editing. An error is shown like an error of saving.
   */
  readonly agree?: ((body: Body, version: string | null) => Promise<Agreement | null>) | undefined;
  /**
   * Whether the server masks personal values in the version of a conflict. The form then reads the record with its own
   * call, which returns unmasked values and is audited.
   */
  readonly isMaskedInConflicts?: boolean | undefined;
  /** Handles an error that the user can resolve, for example with a confirmation; `false` leaves it to the form. */
  readonly onRejected?: ((error: unknown, again: (body: object) => Promise<void>) => boolean) | undefined;
}

/** The state and the actions of a record's form. */
export interface RecordForm<Item, Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** The path of the record's calls, such as `streets/7`; null for a new one. */
  readonly path?: string | null;
  readonly creating: boolean;
  readonly sending: boolean;
  readonly dirty: boolean;
  /** Whether the fields come from a draft. */
  readonly restored: boolean;
  /** The version that another admin saved, until the user has decided which one to keep. */
  readonly conflict: Item | null;
  /** A change that another admin has made since the form was opened. */
  readonly remoteChange: RemoteChange<Item> | null;
  /** Opens the comparison of both versions before anything is sent. */
  readonly showRemoteChange: () => void;
  /** The form's values for another version of the record. */
  readonly valuesOf: (record: Item) => Values;
  /** The error message of a field. */
  readonly problem: (path: Path<Values>) => string | undefined;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Keeps the user's version; sends it again if saving was rejected. */
  readonly keepMine: () => void;
  /** Puts the other admin's version into the fields. */
  readonly takeTheirs: () => void;
  /** Continues editing without a decision. */
  readonly decideLater: () => void;
  /** Drops the draft, after a confirmation if the user typed something. Resolves to whether the form may be closed. */
  readonly discard: () => Promise<boolean>;
  /** Reads the stored record into the fields; fields that the user has changed keep their input and get a note. */
  readonly readAgain?: () => Promise<void>;
  /** Puts the stored record into the fields. */
  readonly startOver: () => void;
}
