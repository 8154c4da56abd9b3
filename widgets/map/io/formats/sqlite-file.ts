/** A value of a row. */
export type SqliteValue = null | number | string | Uint8Array;

/** A row of a table, by the names of its columns. */
export type SqliteRow = Readonly<Record<string, SqliteValue>>;

/**
 * Reads the tables of an SQLite database; throws if the file is damaged. SQL.js would read them too, but is
 * 475 kB (gzip) without WebAssembly, and with it needs `wasm-unsafe-eval`, which pages with our element do
 * not allow. The format: https://www.sqlite.org/fileformat2.html
 */
export class SqliteFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #pageSize: number;
  /** The size of the part of a page that holds data. */
  readonly #usable: number;
  readonly #text: TextDecoder;
  readonly #tables = new Map<string, { readonly root: number; readonly columns: readonly Column[] }>();
  #pagesLeft = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = this.#view.getUint16(16);
    this.#pageSize = size === 1 ? 65_536 : size;
    this.#usable = this.#pageSize - this.#view.getUint8(20);
    if (this.#pageSize < 512 || this.#usable < 480) throw new Error('The file is not a SQLite database');
    if (this.#view.getUint32(28) * this.#pageSize > bytes.length)
      throw new Error('The database is incomplete');
    this.#text = new TextDecoder(['utf-8', 'utf-16le', 'utf-16be'][this.#view.getUint32(56) - 1] ?? 'utf-8');
    for (const [, [type, name, , root, sql]] of this.#records(1)) {
      if (type !== 'table' || typeof name !== 'string' || typeof root !== 'number') continue;
      this.#tables.set(name.toLowerCase(), { root, columns: columnsOf(String(sql)) });
    }
  }

  /** The rows of a table; none if there is no such table. */
  *rows(name: string): Generator<SqliteRow> {
    const table = this.#tables.get(name.toLowerCase());
    if (!table) return;
    for (const [rowId, values] of this.#records(table.root)) {
      // The row's key is stored beside its values.
      const entries = table.columns.map(
        ({ name: column, isRowId }, index) => [column, isRowId ? rowId : (values[index] ?? null)] as const,
      );
      yield Object.fromEntries(entries);
    }
  }

  *#records(root: number): Generator<readonly [rowId: number, values: readonly SqliteValue[]]> {
    // A damaged file may contain cycles.
    this.#pagesLeft = Math.ceil(this.#bytes.length / this.#pageSize);
    yield* this.#page(root);
  }

  *#page(number: number): Generator<readonly [rowId: number, values: readonly SqliteValue[]]> {
    this.#pagesLeft -= 1;
    if (this.#pagesLeft < 0 || number < 1) throw new Error('The pages of the database form a cycle');
    const start = (number - 1) * this.#pageSize;
    const header = number === 1 ? 100 : start;
    const type = this.#view.getUint8(header);
    if (type !== interiorPage && type !== leafPage) throw new Error('A page of a table was expected');
    const cells = this.#view.getUint16(header + 3);
    if (cells * 2 > this.#pageSize) throw new Error('A page of the database is damaged');
    for (let cell = 0; cell < cells; cell += 1) {
      const at = start + this.#view.getUint16(header + (type === leafPage ? 8 : 12) + cell * 2);
      if (type === interiorPage) yield* this.#page(this.#view.getUint32(at));
      else yield this.#leaf(at);
    }
    if (type === interiorPage) yield* this.#page(this.#view.getUint32(header + 8));
  }

  #leaf(at: number): readonly [number, readonly SqliteValue[]] {
    const [size, afterSize] = varint(this.#view, at);
    const [rowId, start] = varint(this.#view, afterSize);
    return [rowId, this.#record(this.#payload(start, size))];
  }

  /** The bytes of a record, which may continue in other pages. */
  #payload(start: number, size: number): Uint8Array {
    if (size > this.#bytes.length) throw new Error('A record is longer than the file');
    const maxLocal = this.#usable - 35;
    if (size <= maxLocal) return this.#bytes.subarray(start, start + size);
    const minLocal = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const fitting = minLocal + ((size - minLocal) % (this.#usable - 4));
    const local = fitting <= maxLocal ? fitting : minLocal;
    const payload = new Uint8Array(size);
    payload.set(this.#bytes.subarray(start, start + local));
    let next = this.#view.getUint32(start + local);
    for (let done = local; done < size; done += this.#usable - 4) {
      const page = (next - 1) * this.#pageSize;
      const length = Math.min(this.#usable - 4, size - done);
      payload.set(this.#bytes.subarray(page + 4, page + 4 + length), done);
      next = this.#view.getUint32(page);
    }
    return payload;
  }

  #record(payload: Uint8Array): readonly SqliteValue[] {
    const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
    const [headerSize, first] = varint(view, 0);
    const values: SqliteValue[] = [];
    let at = headerSize;
    for (let head = first; head < headerSize;) {
      const [type, next] = varint(view, head);
      head = next;
      const length = type >= 12 ? (type - (type % 2 === 0 ? 12 : 13)) / 2 : (sizes[type] ?? 0);
      values.push(this.#value(view, at, type, length));
      at += length;
    }
    return values;
  }

  #value(view: DataView, at: number, type: number, length: number): SqliteValue {
    if (type === 0) return null;
    if (type === 7) return view.getFloat64(at);
    if (type === 8 || type === 9) return type - 8;
    if (type < 7) {
      let value = view.getInt8(at);
      for (let byte = 1; byte < length; byte += 1) value = value * 256 + view.getUint8(at + byte);
      return value;
    }
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length);
    return type % 2 === 0 ? bytes : this.#text.decode(bytes);
  }
}

const interiorPage = 5;
const leafPage = 13;

/** The byte lengths of numbers by type. */
const sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

/** A varint of one to nine bytes, seven bits in each except the ninth, and its end. */
function varint(view: DataView, at: number): readonly [value: number, end: number] {
  let value = 0;
  for (let byte = 0; byte < 8; byte += 1) {
    const part = view.getUint8(at + byte);
    value = value * 128 + (part & 127);
    if (part < 128) return [value, at + byte + 1];
  }
  return [value * 256 + view.getUint8(at + 8), at + 9];
}

interface Column {
  readonly name: string;
  /** Whether the column is an alias of the row's key. */
  readonly isRowId: boolean;
}

/** The columns of a `CREATE TABLE`, without its constraints. */
function columnsOf(sql: string): readonly Column[] {
  const plain = sql.replaceAll(/--[^\n]*|\/\*.*?\*\//gsu, ' ');
  const body = plain.slice(plain.indexOf('(') + 1, plain.lastIndexOf(')'));
  // The texts between commas; commas within brackets and quotes do not separate.
  const parts = body.match(/(?:"[^"]*"|'[^']*'|`[^`]*`|\[[^\]]*\]|\((?:[^()]|\([^()]*\))*\)|[^,])+/gu) ?? [];
  return parts
    .map((part) => part.trim())
    .filter((part) => !/^(?:constraint|primary\s+key|unique|check|foreign\s+key)\b/iu.test(part))
    .map((part) => ({
      name: (/^(?:"[^"]*"|'[^']*'|`[^`]*`|\[[^\]]*\]|\S+)/u.exec(part)?.[0] ?? '').replaceAll(
        /^["'`[]|["'`\]]$/gu,
        '',
      ),
      isRowId: /\binteger\s+(?:not\s+null\s+)?primary\s+key\b/iu.test(part),
    }));
}
