import type pg from 'pg'
import type { Settings } from '../../src/core/db/transaction.ts'
import { OURS } from './samples.ts'

const PERMISSION_DENIED = '42501'

export interface Outcome {
  rows: pg.QueryResultRow[]
  changed: number
  /** PostgreSQL's code, where it said no. */
  refused: string | undefined
}

/** Does one thing as a role of the product inside a transaction that is never kept. */
export type Act = (role: string, settings: Settings, query: string, values?: unknown[]) => Promise<Outcome>

export const OUR_SETTINGS: Settings = { tenant: OURS.tenant, member: OURS.member, person: OURS.person }

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)

const setting = (settings: Settings) =>
  Object.entries(settings)
    .map(([name, value]) => `; set local app.${name} = '${value}'`)
    .join('')

async function attempt(client: pg.Client, query: string, values: unknown[]): Promise<Outcome> {
  try {
    const done = await client.query({ text: query, values })
    return { rows: done.rows, changed: done.rowCount ?? 0, refused: undefined }
  } catch (error) {
    return { rows: [], changed: 0, refused: codeOf(error) }
  }
}

/** On a superuser's connection inside its open transaction, where policies can be changed without anyone noticing. */
export const actingOn =
  (client: pg.Client): Act =>
  async (role, settings, query, values = []) => {
    await client.query(`savepoint act; set local role ${role}${setting(settings)}`)
    const outcome = await attempt(client, query, values)
    await client.query('rollback to act')
    return outcome
  }

/** On connections that really log in as the role. */
export const actingAs =
  (connect: (role: string) => Promise<pg.Client>): Act =>
  async (role, settings, query, values = []) => {
    const client = await connect(role)
    await client.query(`begin${setting(settings)}`)
    const outcome = await attempt(client, query, values)
    await client.query('rollback')
    return outcome
  }

/** Row security or a missing grant said no; anything else (a duplicate, a missing parent) means that it let us through. */
export const keptOut = (outcome: Outcome) => outcome.refused === PERMISSION_DENIED
export const letThrough = (outcome: Outcome) => outcome.refused === undefined || outcome.refused.startsWith('23')
