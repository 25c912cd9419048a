import { Socket } from 'node:net'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Secret } from '../secret.ts'
import './int8.ts'

type Done = (error?: Error | null) => void

/**
 * Puts everything written in one turn of the event loop into one packet: BEGIN, its settings and the first statement
 * leave together, and the pooler wakes up once for them instead of three times.
 */
class CoalescingSocket extends Socket {
  #holding = false

  #hold() {
    if (this.#holding) return
    this.#holding = true
    this.cork()
    process.nextTick(() => {
      this.#holding = false
      this.uncork()
    })
  }

  override write(chunk: Uint8Array | string, done?: Done): boolean
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding, done?: Done): boolean
  override write(chunk: Uint8Array | string, encoding?: BufferEncoding | Done, done?: Done): boolean {
    this.#hold()
    return typeof encoding === 'function' ? super.write(chunk, encoding) : super.write(chunk, encoding, done)
  }
}

/** Which process this is decides the role behind `inTenant`: the worker may do what the API may not. */
export type ProcessKind = 'api' | 'worker'

export interface Pools {
  tenant: pg.Pool
  identity: pg.Pool
  public: pg.Pool
  end(): Promise<void>
}

function pool(config: Config, user: string, password: Secret<string>, max: number, onError: (error: Error) => void) {
  const made = new pg.Pool({
    host: config.PG_HOST,
    port: config.PG_POOL_PORT,
    database: config.PG_DATABASE,
    user,
    password: password.reveal(),
    max,
    pipeline: true,
    stream: () => new CoalescingSocket(),
    connectionTimeoutMillis: 5_000,
    // Longer than any statement is allowed: only a server or a network that has gone silent takes so long.
    query_timeout: 20_000,
    idleTimeoutMillis: 30_000,
    application_name: user,
  })
  made.on('error', onError)
  return made
}

/** Connections are made on first use, so a process only ever shows the roles whose doors it opens. */
export function createPools(config: Config, kind: ProcessKind, onError: (error: Error) => void): Pools {
  const tenant =
    kind === 'api'
      ? pool(config, 'tl_api', config.PG_PASSWORD_TL_API, config.PG_POOL_SIZE, onError)
      : pool(config, 'tl_worker', config.PG_PASSWORD_TL_WORKER, config.PG_POOL_SIZE, onError)
  const identity = pool(config, 'tl_identity', config.PG_PASSWORD_TL_IDENTITY, config.PG_POOL_SIZE, onError)
  const open = pool(config, 'tl_public', config.PG_PASSWORD_TL_PUBLIC, 5, onError)
  return {
    tenant,
    identity,
    public: open,
    end: async () => {
      await Promise.all([tenant.end(), identity.end(), open.end()])
    },
  }
}
