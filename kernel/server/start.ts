import { keepCompiled } from './keep-compiled.ts';

// The door of `npm start`: everything after it is found compiled from the second start on.
keepCompiled();
await import('./begin.ts');
