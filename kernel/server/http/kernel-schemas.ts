import { z } from 'zod';
import { searchGroupSchema } from '#kernel/contract/index.ts';

/** Query of `GET search`. */
export const searchQuerySchema = z.strictObject({ q: z.string().trim().max(200).default('') });

/** Answer of `GET search`. */
export const searchAnswerSchema = z.object({ groups: z.array(searchGroupSchema) });
