import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '../..')
export const isRoot = process.getuid?.() === 0

/** Binaries that are fetched or built once for all clones. */
export const cache = resolve(process.env.THROUGHLINE_CACHE ?? join(homedir(), '.cache/throughline'))

/** A second stack of the same clone, whose servers may be killed without disturbing the first; with a STACK_PORT_SHIFT. */
const variant = process.env.STACK_NAME ? `-${process.env.STACK_NAME}` : ''

/** All that belongs to this clone's stack: environment, secrets, pids, logs, data. */
export const state = join(repository, `.stack${variant}`)
export const environmentFile = join(state, 'env')

const system = '/var/lib/throughline'
const cloneName = createHash('sha256').update(`${repository}${variant}`).digest('hex').slice(0, 10)

/** Where the unprivileged user finds binaries, whatever the mode of root's home directory is. */
export const systemBinaries = join(system, 'bin')

/** Servers that refuse root keep their data where their own user can reach it. */
export const serviceData = isRoot ? join(system, cloneName) : join(state, 'data')

/** Beside the database whose passwords they are: deleting the state folder must not lock anybody out. */
export const secretsFile = join(isRoot ? serviceData : state, 'secrets.json')

export function folder(...parts: string[]): string {
  const path = join(...parts)
  mkdirSync(path, { recursive: true })
  return path
}

export const dataOf = (part: string) => folder(state, 'data', part)
export const logOf = (part: string) => join(folder(state, 'log'), `${part}.log`)
export const pidOf = (part: string) => join(folder(state, 'pid'), part)
