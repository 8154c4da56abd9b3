import type { Option } from '#kernel/contract/index.ts';
import { nameFields, optionsDocument, recordDocuments } from '#kernel/records/client/index.ts';
import { street } from '../contract.ts';

/** The reads of streets. */
export const documents = recordDocuments(street);

/** The neighbourhoods within one's area, for selects. */
export const neighborhoodOptionsDocument = optionsDocument<Option>({
  type: 'Neighborhood',
  path: 'neighborhoods',
  fields: nameFields,
});
