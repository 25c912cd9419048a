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

/** The one text sent by the simple protocol: transaction and settings in one message, built from UUIDs alone. */
function beginText(settings: Settings, readOnly: boolean): string {
  const set = (name: keyof Settings) =>
    settings[name] ? `; SET LOCAL app.${name} = '${printUuid(settings[name])}'` : ''
  return `BEGIN${readOnly ? ' READ ONLY' : ''}${set('tenant')}${set('member')}${set('person')}`
}

/** Runs `work` in one transaction whose settings die with it. */
export function transaction<T>(
  pool: pg.Pool,
  settings: Settings,
  readOnly: boolean,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inSpan('transaction', { 'db.system.name': 'postgresql', 'db.user': pool.options.user ?? '' }, () =>
    run(pool, settings, readOnly, work),
  )
}

/**
 * The first statement travels with BEGIN, in one message and one wait. Should BEGIN fail, what follows it finds no tenant
 * and so no row; and nothing is committed.
 */
async function run<T>(
  pool: pg.Pool,
  settings: Settings,
  readOnly: boolean,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const text = beginText(settings, readOnly)
  const client = await pool.connect()
  const begun = client.query(text).then(
    () => undefined,
    (error: Error) => error,
  )
  try {
    const result = await work(client)
    const failure = await begun
    if (failure) throw failure
    const committed = client.query('COMMIT')
    // A read has nothing to lose by its commit: the answer need not wait for it.
    if (readOnly) void end(client, committed)
    else {
      await committed
      client.release()
    }
    return result
  } catch (error) {
    await begun
    await end(client, client.query('ROLLBACK'))
    throw error
  }
}

/** A connection whose transaction could not be ended is thrown away. */
const end = (client: pg.PoolClient, ending: Promise<unknown>) =>
  ending.then(
    () => client.release(),
    (failure: Error) => client.release(failure),
  )
