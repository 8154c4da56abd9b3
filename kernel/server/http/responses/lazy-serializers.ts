import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Factory = ReturnType<typeof SerializerSelector>;

/**
 * Creates the factory of Fastify's serializers for one server, each built by its route's first response. Building all of them
 * took half of the time in which a server starts, and most routes are not called for long.
 */
export function createLazySerializers(): Factory {
  const buildAtOnce = SerializerSelector();
  return (schemas, options) => {
    const compile = buildAtOnce(schemas, options);
    return (route) => {
      let serialize: ReturnType<typeof compile> | undefined;
      return (body) => (serialize ??= compile(route))(body);
    };
  };
}
