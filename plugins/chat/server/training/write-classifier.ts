import { writeFile } from 'node:fs/promises';
import { classifierFile, encodeModel } from '../search/classifier.ts';
import { hashSources, readLessons } from './read-lessons.ts';
import { trainModel } from './train-model.ts';

// `npm run assistant:train`: trains the assistant's classifier, in about half a minute. Equal sources give the
// same file.
const model = trainModel(await readLessons(), await hashSources());
await writeFile(classifierFile, encodeModel(model));
