import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type Factory = ReturnType<typeof SerializerSelector>;

const buildAtOnce = SerializerSelector();

/**
 * Fastify's serializers, each built by its route's first response. Building all of them took half of the time in which a
 * server starts, and most routes are not called for long.
 */
export const buildSerializersLazily: Factory = (schemas, options) => {
  const compile = buildAtOnce(schemas, options);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (body) => (serialize ??= compile(route))(body);
  };
};
