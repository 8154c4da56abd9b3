import { z } from 'zod';
import { idParamSchema, idSchema, optionSchema } from '#kernel/contract/index.ts';

/** A street as selects need it; shown as the name followed by 'ko'chasi'. */
export const streetOptionSchema = optionSchema.extend({ neighborhood_id: idSchema });
export type StreetOption = z.infer<typeof streetOptionSchema>;

/** Query of `GET streets?pagination=false`. */
export const streetOptionsQuerySchema = z.strictObject({
  pagination: z.literal('false'),
  neighborhood: idParamSchema.optional(),
});
