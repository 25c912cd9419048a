import { closeSync, openSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { remember, running } from './daemon.ts'
import { pidOf } from './places.ts'

const name = 'command'

function take(): boolean {
  try {
    closeSync(openSync(pidOf(name), 'wx'))
    remember(name, process.pid)
    return true
  } catch {
    return false
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
