/**
 * The modules that an external plugin imports but does not contain, so that it and the host share one instance of each. They are
 * resolved by an import map in the browser, and by a resolve hook on the server.
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
