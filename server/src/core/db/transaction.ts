import type pg from 'pg'
import { inSpan } from '../telemetry/spans.ts'

export interface Settings {
  tenant?: string
  member?: string
  person?: string
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Printed anew from its sixteen bytes: whatever came in, only hexadecimal digits go out. */
function printUuid(value: string): string {
  if (!UUID.test(value)) throw new Error('not a UUID')
  const hex = Buffer.from(value.replaceAll('-', ''), 'hex').toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** What several statements read is of one moment: a page never shows half of what was just committed. */
const BEGIN: Record<Kind, string> = {
  write: 'BEGIN',
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  single_read: 'BEGIN READ ONLY',
}

/** The one text sent by the simple protocol: transaction and settings in one message, built from UUIDs alone. */
function beginText(settings: Settings, kind: Kind): string {
  const set = (name: keyof Settings) =>
    settings[name] ? `; SET LOCAL app.${name} = '${printUuid(settings[name])}'` : ''
  return `${BEGIN[kind]}${set('tenant')}${set('member')}${set('person')}`
}

/** single_read: one statement and no more, so that COMMIT need not wait to see whether another follows. */
export type Kind = 'write' | 'read' | 'single_read'

/** Says whether the transaction is over: its connection may be somebody else's by then. */
export interface Lease {
  over: boolean
  /** Called as soon as a statement is on its way. */
  sent?(): void
}

type Work<T> = (client: pg.PoolClient, lease: Lease) => Promise<T>

/** Runs `work` in one transaction whose settings die with it. */
export function transaction<T>(pool: pg.Pool, settings: Settings, kind: Kind, work: Work<T>): Promise<T> {
  return inSpan('transaction', { 'db.system.name': 'postgresql', 'db.user': pool.options.user ?? '' }, async () => {
    const text = beginText(settings, kind)
    const client = await pool.connect()
    // The statement under way is told that the connection is lost; without a listener the process would end as well.
    client.on('error', heardElsewhere)
    return run(client, text, kind, work)
  })
}

const heardElsewhere = () => undefined

/**
 * The first statement travels with BEGIN, in one message and one wait. BEGIN fails only together with its connection, so
 * nothing that follows it can run outside a transaction.
 */
async function run<T>(client: pg.PoolClient, text: string, kind: Kind, work: Work<T>): Promise<T> {
  const lease: Lease = { over: false }
  let ended: Promise<void> | undefined
  if (kind === 'single_read') {
    lease.sent = () => {
      lease.over = true
      ended = end(client, client.query('COMMIT'))
    }
  }
  const begun = client.query(text).then(
    () => undefined,
    (error: Error) => error,
  )
  try {
    const result = await work(client, lease).finally(() => {
      lease.over = true
    })
    const failure = await begun
    if (failure) throw failure
    // A read has nothing to lose by its commit: the answer need not wait for it.
    if (kind === 'write') {
      requireCommitted(await client.query('COMMIT'))
      release(client)
    } else ended ??= end(client, client.query('COMMIT'))
    return result
  } catch (error) {
    await begun
    await (ended ?? end(client, client.query('ROLLBACK')))
    throw error
  }
}

/** COMMIT after a statement that failed is answered, without an error, by a rollback. */
function requireCommitted({ command }: pg.QueryResult) {
  if (command !== 'COMMIT') throw new Error('nothing was committed: a statement of the transaction had failed')
}

function release(client: pg.PoolClient, failure?: Error) {
  client.release(failure)
  client.off('error', heardElsewhere)
}

/** A connection whose transaction could not be ended is thrown away. */
const end = (client: pg.PoolClient, ending: Promise<unknown>) =>
  ending.then(
    () => release(client),
    (failure: Error) => release(client, failure),
  )
