import { isRoot } from './places.ts'
import { ask, type Identity, run } from './run.ts'

const name = 'throughline'

async function find(): Promise<Identity | undefined> {
  const entry = await ask('getent', ['passwd', name])
  const [, , uid, gid] = entry?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

async function findOrMake(): Promise<Identity | undefined> {
  if (!isRoot) return undefined
  const found = await find()
  if (found) return found
  await run('useradd', ['--system', '--no-create-home', '--user-group', '--shell', '/usr/sbin/nologin', name])
  return await find()
}

let known: Promise<Identity | undefined> | undefined

/** PostgreSQL and PgBouncer refuse root: as root they run as a user of their own, else as the caller. */
export function serviceUser(): Promise<Identity | undefined> {
  known ??= findOrMake()
  return known
}
