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
  staff: pg.Pool
  end(): Promise<void>
}

interface Login {
  user: string
  password: Secret<string>
  max: number
  /** Past the pooler, for those who are few. */
  direct?: true
}

function pool(config: Config, { user, password, max, direct }: Login, onError: (error: Error) => void) {
  const made = new pg.Pool({
    host: config.PG_HOST,
    port: direct ? config.PG_DIRECT_PORT : config.PG_POOL_PORT,
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
  const max = config.PG_POOL_SIZE
  const login = (made: Login) => pool(config, made, onError)
  const tenant =
    kind === 'api'
      ? login({ user: 'tl_api', password: config.PG_PASSWORD_TL_API, max })
      : login({ user: 'tl_worker', password: config.PG_PASSWORD_TL_WORKER, max })
  const identity = login({ user: 'tl_identity', password: config.PG_PASSWORD_TL_IDENTITY, max })
  const open = login({ user: 'tl_public', password: config.PG_PASSWORD_TL_PUBLIC, max: 5 })
  const staff = login({ user: 'tl_staff', password: config.PG_PASSWORD_TL_STAFF, max: 3, direct: true })
  return {
    tenant,
    identity,
    public: open,
    staff,
    end: async () => {
      await Promise.all([tenant.end(), identity.end(), open.end(), staff.end()])
    },
  }
}
