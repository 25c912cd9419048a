import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.gen.ts'
import { execute } from './statement.ts'

class BoundConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await execute<pg.QueryResultRow & R>(this.#client, query.sql, query.parameters)
    return { rows: result.rows, numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  // oxlint-disable-next-line require-yield -- the interface wants a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('read in pages instead of streaming')
  }
}

/** The door has opened the transaction already, so beginning or ending one here would be a mistake. */
class BoundDriver implements Driver {
  readonly #connection: BoundConnection

  constructor(client: pg.ClientBase) {
    this.#connection = new BoundConnection(client)
  }

  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async releaseConnection() {}
  async destroy() {}
  beginTransaction(): never {
    throw new Error('a door opens the transaction')
  }
  commitTransaction(): never {
    throw new Error('a door ends the transaction')
  }
  rollbackTransaction(): never {
    throw new Error('a door ends the transaction')
  }
}

export type Db = Kysely<DB>

/** A query builder whose statements all run on this client's open transaction. */
export function boundKysely(client: pg.ClientBase): Db {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new BoundDriver(client),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
