/**
 * The modules that an external plugin imports and does not bring along, so that it and the host have one instance of each. In
 * the browser an import map leads to them, on the server a resolve hook.
 */
export const sharedModules = {
  client: [
    'react',
    'react/jsx-runtime',
    'react-dom',
    'react-router-dom',
    '@apollo/client',
    '@apollo/client/react',
    'styled-components',
    'valtio',
    'zod',
    '@komak/plugin-api/contract',
    '@komak/plugin-api/client',
  ],
  /** For pages in a frame, which have nothing else of the shell. */
  frame: ['@komak/plugin-api/frame'],
  server: ['zod', 'kysely', '@komak/plugin-api/contract', '@komak/plugin-api/server'],
} as const;
