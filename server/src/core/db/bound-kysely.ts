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
import type { Lease } from './transaction.ts'

class BoundConnection implements DatabaseConnection {
  readonly #client: pg.ClientBase
  readonly #lease: Lease

  constructor(client: pg.ClientBase, lease: Lease) {
    this.#client = client
    this.#lease = lease
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#lease.over) throw new Error('the transaction is over')
    const sent = execute<pg.QueryResultRow & R>(this.#client, query.sql, query.parameters)
    this.#lease.sent?.()
    const result = await sent
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

  constructor(client: pg.ClientBase, lease: Lease) {
    this.#connection = new BoundConnection(client, lease)
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

/** A query builder whose statements all run on this client's open transaction, and none after it. */
export function boundKysely(client: pg.ClientBase, lease: Lease): Db {
  return new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new BoundDriver(client, lease),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
