import type { Option } from '#kernel/plugin-api/contract.ts';
import { nameFields, optionsDocument, recordDocuments } from '#kernel/plugin-api/client.ts';
import { street } from '../../contract.ts';

/** The reads of streets. */
export const documents = recordDocuments(street);

/** The neighbourhoods within the user's area, for selects. */
export const neighborhoodOptionsDocument = optionsDocument<Option>({
  type: 'Neighborhood',
  path: 'neighborhoods',
  fields: nameFields,
});
