import { sheetTextsOf } from '#kernel/plugin-api/server.ts';
import { citizenColumns } from '../../contract.ts';
import { users } from '../../manifest.ts';

/** The texts of template and import. */
export const { translateIn, headersOf } = sheetTextsOf(users.id, citizenColumns);
