/** The types of the tables, written from a migrated database (`--write`, by `pnpm migrate`) or compared with it. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { required } from './database.ts'

const server = join(import.meta.dirname, '..')

/** What the generator has to say; empty when all is well. */
export function tableTypes(act: 'write' | 'verify', database: string): string {
  const url = new URL('postgres://127.0.0.1')
  url.username = 'tl_migrator'
  url.password = required('PG_PASSWORD_TL_MIGRATOR')
  url.hostname = required('PG_HOST')
  url.port = required('PG_DIRECT_PORT')
  url.pathname = database
  const flags = [
    '--dialect=postgres',
    '--type-mapping={"int8":"number"}',
    '--log-level=error',
    '--exclude-pattern=(public.schema_migrations|public.pg_stat*|report.*)',
  ]
  const result = spawnSync(
    join(server, 'node_modules/.bin/kysely-codegen'),
    [...flags, `--url=${url.href}`, '--out-file=src/core/db/schema.gen.ts', ...(act === 'verify' ? ['--verify'] : [])],
    { cwd: server, encoding: 'utf8' },
  )
  return result.status === 0 ? '' : `${result.stdout}${result.stderr}` || 'the generator could not be run'
}

if (process.argv.includes('--write')) {
  const problem = tableTypes('write', required('PG_DATABASE'))
  if (problem) throw new Error(problem)
}
