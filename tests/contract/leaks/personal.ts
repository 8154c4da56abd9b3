import type { z } from 'zod';
import type { ApiRoute } from '#kernel/server/api/index.ts';
import { personalKindOf } from '#kernel/contract/access/personal.ts';
import { partsOf } from '#kernel/server/personal/mask-personal.ts';
import { rawResponseOf } from '#kernel/server/http/responses/raw-responses.ts';
import type { TestServer } from '#kernel/testing/server.ts';

/** Names of fields that seem personal. */
const looksPersonal =
  /personal_?number|passport(?!_?series)|pinfl|^pin$|jshshir|birth|phone|document_number/i;

/** Everything that the server sends: responses with their lines, events, and notices. */
export interface Outgoing {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  /** Whether it is sent without its schema: as a file, or as lines. */
  readonly isRaw: boolean;
}

/** Lists everything that a server sends, by call and event. */
export function outgoingOf({ services }: TestServer): Outgoing[] {
  return services.plugins.loaded.flatMap(({ manifest, module }) => [
    ...(module.routes ?? []).flatMap(responsesOf),
    ...Object.entries(manifest.events ?? {}).map(([name, { payload }]) => ({
      name: `event ${name}`,
      schema: payload,
      isRaw: false,
    })),
    ...Object.entries(manifest.notices ?? {}).map(([name, { payload }]) => ({
      name: `notice ${name}`,
      schema: payload,
      isRaw: true,
    })),
  ]);
}

function responsesOf({ method, path, response }: ApiRoute): Outgoing[] {
  const name = `${method} ${path}`;
  const raw = rawResponseOf(response);
  return [
    { name, schema: response, isRaw: false },
    ...(raw?.line ? [{ name: `${name} (lines)`, schema: raw.line, isRaw: true }] : []),
  ];
}

/** Fields that seem personal by name but declare no kind, and fields that no mask covers: `GET users: items.birthday`. */
export function undeclaredIn({ name, schema, isRaw }: Outgoing): string[] {
  const found: string[] = [];
  /** The ancestors of the current schema: a schema may contain itself, and may occur in several places. */
  const around = new Set<z.core.$ZodType>();
  function visit(part: z.core.$ZodType, path: readonly string[], isDeclared: boolean): void {
    if (around.has(part)) return;
    around.add(part);
    const kind = personalKindOf(part);
    const { fields = {}, items = [], values = [], same = [] } = partsOf(part);
    const last = path.at(-1) ?? '';
    const where = `${name}: ${path.join('.')}`;
    if (kind !== null && kind !== 'phone' && isRaw) found.push(`${where} is sent without a mask`);
    const hasKind = isDeclared || kind !== null;
    const isLeaf = [...Object.keys(fields), ...items, ...values, ...same].length === 0;
    if (isLeaf && !hasKind && looksPersonal.test(last) && isText(part)) found.push(`${where} says no kind`);
    for (const [key, field] of Object.entries(fields)) visit(field, [...path, key], false);
    for (const other of [...items, ...values, ...same]) visit(other, path, hasKind);
    around.delete(part);
  }
  visit(schema, [], false);
  return found;
}

/** Whether a schema may contain a person's number: not flags and enumerations. */
function isText(schema: z.core.$ZodType): boolean {
  return !['boolean', 'enum', 'literal', 'null', 'undefined', 'custom'].includes(
    (schema as z.core.$ZodTypes)._zod.def.type,
  );
}
