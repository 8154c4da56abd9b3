import { z } from 'zod';

/** `[latitude, longitude]` in degrees; this order holds for all API fields except GeoJSON. */
export const coordinatesSchema = z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]);
export type Coordinates = z.infer<typeof coordinatesSchema>;
