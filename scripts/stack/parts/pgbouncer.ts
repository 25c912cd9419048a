import { chownSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cached, onPath, readable } from '../binaries.ts'
import { answers } from '../daemon.ts'
import { lackingPackages, sourceMirror } from '../debian.ts'
import type { Part } from '../part.ts'
import { folder, logOf, serviceData } from '../places.ts'
import { ask, launch, run } from '../run.ts'
import { loginRoles, secrets } from '../secrets.ts'
import { serviceUser } from '../service-user.ts'
import { host, port, versions } from '../settings.ts'

const data = join(serviceData, 'pgbouncer')
const cacheName = `pgbouncer-${versions.pgbouncer}`

// Fewer seconds than in production (deploy/compose.yaml): many test databases come and go on 200 connections.
const IDLE_SECONDS = 600

const configuration = `[databases]
* = host=${host} port=${port('postgres')}

[pgbouncer]
listen_addr = ${host}
listen_port = ${port('pgbouncer')}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(data, 'users.txt')}
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = 20
max_client_conn = 1000
max_db_connections = 60
server_idle_timeout = ${IDLE_SECONDS}
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
log_connections = 0
log_disconnections = 0
`

async function installed(): Promise<string | undefined> {
  const command = onPath('pgbouncer')
  const version = command && (await ask(command, ['--version'], await serviceUser()))
  return version?.startsWith(`PgBouncer ${versions.pgbouncer}`) ? command : undefined
}

async function build(into: string): Promise<void> {
  const source = folder(into, 'source')
  await sourceMirror('trixie', source, 'pgbouncer')
  const archive = readdirSync(source).find((name) => name.startsWith(`pgbouncer_${versions.pgbouncer}.orig.tar.`))
  if (!archive) throw new Error(`no source archive of PgBouncer ${versions.pgbouncer}`)
  await run('tar', ['-xf', archive, '--strip-components=1'], { cwd: source })
  await run('./configure', ['--without-cares', `--prefix=${into}`], { cwd: source })
  await run('make', ['-j2'], { cwd: source })
  await run('cp', ['pgbouncer', into], { cwd: source })
  await run('rm', ['-rf', source])
}

async function binary(): Promise<string> {
  const found = await installed()
  return found ?? join(readable(await cached(cacheName, '40 s', build), cacheName), 'pgbouncer')
}

export const pgbouncer: Part = {
  name: 'pgbouncer',
  title: `PgBouncer ${versions.pgbouncer}`,
  address: `${host}:${port('pgbouncer')}`,
  needs: ['postgres'],
  // SIGTERM would wait for every client to leave.
  stopSignal: 'SIGQUIT',
  data: [data],
  packages: async () =>
    (await installed())
      ? []
      : lackingPackages(['libevent-dev', 'libssl-dev', 'pkg-config', 'gcc', 'make', 'libc6-dev'], cacheName),
  ensure: async () => {
    await binary()
  },
  start: async () => {
    const user = await serviceUser()
    const settings = join(folder(data), 'pgbouncer.ini')
    const users = join(data, 'users.txt')
    writeFileSync(settings, configuration, { mode: 0o600 })
    writeFileSync(users, loginRoles.map((role) => `"${role}" "${secrets()[role]}"\n`).join(''), { mode: 0o600 })
    if (user) for (const path of [data, settings, users]) chownSync(path, user.uid, user.gid)
    return await launch(await binary(), [settings], logOf('pgbouncer'), { as: user })
  },
  healthy: () => answers(port('pgbouncer')),
}
