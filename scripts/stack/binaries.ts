import { accessSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cache, folder, isRoot, systemBinaries } from './places.ts'
import { say } from './say.ts'

const extraFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/lib/postgresql/18/bin']

export function onPath(command: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter), ...extraFolders]
    .map((directory) => join(directory, command))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** The cached folder of this name, made by `build` in a scratch folder first, so that a broken build leaves nothing. */
export async function cached(name: string, duration: string, build: (into: string) => Promise<void>): Promise<string> {
  const target = join(folder(cache), name)
  if (existsSync(target)) return target
  const scratch = join(cache, `.making-${name}-${process.pid}`)
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch)
  const begun = Date.now()
  const seconds = () => Math.round((Date.now() - begun) / 1000)
  say(name, `is not cached yet: making it takes about ${duration}`)
  const progress = setInterval(() => say(name, `still at it, ${seconds()} s of about ${duration}`), 15_000)
  try {
    await build(scratch)
    if (!existsSync(target)) renameSync(scratch, target)
    say(name, `made in ${seconds()} s`)
  } finally {
    clearInterval(progress)
    rmSync(scratch, { recursive: true, force: true })
  }
  return target
}

/** A cached folder at a place that the servers' own user can read. */
export function readable(cachedFolder: string, name: string): string {
  if (!isRoot) return cachedFolder
  const target = join(folder(systemBinaries), name)
  if (existsSync(target)) return target
  const scratch = `${target}.${process.pid}`
  cpSync(cachedFolder, scratch, { recursive: true, verbatimSymlinks: true })
  renameSync(scratch, target)
  return target
}

/** Runs one at a time what would only slow itself down side by side. */
let last: Promise<unknown> = sleep(0)
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work)
  last = next.catch(() => undefined)
  return next
}
