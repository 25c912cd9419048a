import { linkSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { remember, running } from './daemon.ts'
import { pidOf } from './places.ts'

const name = 'command'

/** It appears with its holder's name already in it: an empty one would be taken for left behind. */
function take(): boolean {
  const mine = `${name}-${process.pid}`
  remember(mine, process.pid)
  try {
    linkSync(pidOf(mine), pidOf(name))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(pidOf(mine), { force: true })
  }
}

/** Commands that start or stop servers of this clone run one after the other. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  while (!take()) {
    await sleep(100)
    if (!running(name)) rmSync(pidOf(name), { force: true })
  }
  try {
    return await work()
  } finally {
    rmSync(pidOf(name), { force: true })
  }
}
