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

async function run<T>(
  pool: pg.Pool,
  settings: Settings,
  readOnly: boolean,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(beginText(settings, readOnly))
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    // A connection that could not even roll back is thrown away.
    client.release(broken)
  }
}
