import { z } from 'zod';
import { idSchema, momentSchema, slot } from '@komak/plugin-api/contract';

/** A note, as listed. */
export const noteSchema = z.object({ id: idSchema, text: z.string(), createdAt: momentSchema });
export type Note = z.infer<typeof noteSchema>;

/** Body of `POST eslatma`; unknown keys are rejected. */
export const noteBodySchema = z.strictObject({ text: z.string().trim().min(1).max(500) });

/** Below each note: a slot for other plugins. */
export const noteSlot = slot<{ note: Note }>('eslatma.note');
