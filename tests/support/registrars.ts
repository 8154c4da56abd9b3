import { type ApiClient, testServer, type TestServer } from '#kernel/plugin-api/testing.ts';
import { buildSampleCity, type SampleCity } from '#plugins/households/demo/sample-city.ts';

/** The permission to register households. */
export const rights = { permissions: ['household_add'] } as const;

/** A server with households, and its users. */
export interface Registrars {
  readonly server: TestServer;
  readonly city: SampleCity;
  /** Has access to the first two neighbourhoods, `other` to the third, `chief` to all. */
  readonly registrar: ApiClient;
  readonly other: ApiClient;
  readonly chief: ApiClient;
}

/** Starts a server with a sample city and signs its registrars in. */
export async function startRegistrars(): Promise<Registrars> {
  const server = await testServer({ plugins: ['households'] });
  const city = await buildSampleCity(server.database);
  const [first = 0, second = 0, third = 0] = city.neighborhoods;
  const registrar = await server.signIn({
    ...rights,
    neighborhoodIds: [first, second],
    firstName: 'Lola',
    lastName: 'Karimova',
  });
  const other = await server.signIn({ ...rights, neighborhoodIds: [third] });
  const chief = await server.signIn({ ...rights, role: 'super_admin' });
  return { server, city, registrar, other, chief };
}
