import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, state } from './places.ts'
import { run } from './run.ts'
import { loginRoles, secrets } from './secrets.ts'
import { host, port } from './settings.ts'

const owners = { throughline: 'tl_owner', temporal: 'temporal', temporal_visibility: 'temporal' }

export function query(database: string, sql: string): Promise<string> {
  const target = ['-h', host, '-p', String(port('postgres')), '-U', 'postgres', '-d', database]
  return run('psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', ...target], {
    env: { PGPASSWORD: secrets().postgres, PGCONNECT_TIMEOUT: '3' },
    input: sql,
  })
}

const deployFile = (name: string) => readFileSync(join(repository, 'deploy', name), 'utf8')

/** Roles, databases and what is in them, as production has them; runs again only when the files change. */
export async function bringDatabasesUpToDate(): Promise<void> {
  const rolesSql = deployFile('roles.sql')
  const databaseSql = deployFile('database.sql')
  const passwords = loginRoles.map((role) => `alter role ${role} password '${secrets()[role]}';`).join('\n')
  const digest = createHash('sha256').update([rolesSql, databaseSql, passwords].join('\0')).digest('hex')
  const applied = join(state, 'data', 'databases-applied')
  if (existsSync(applied) && readFileSync(applied, 'utf8') === digest) return

  await query('postgres', `${rolesSql}\n${passwords}`)
  for (const name of ['template1', 'postgres']) await query(name, databaseSql)
  const present = (await query('postgres', 'select datname from pg_database')).split('\n')
  for (const [name, owner] of Object.entries(owners)) {
    if (!present.includes(name)) await query('postgres', `create database ${name} owner ${owner}`)
    await query(name, databaseSql)
  }
  writeFileSync(applied, digest)
}
