import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pidOf } from './places.ts'
import { host } from './settings.ts'

/** The kernel's start time of a process tells it from a later one with the same number. */
function startTime(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

export function remember(part: string, pid: number): void {
  writeFileSync(pidOf(part), `${pid} ${startTime(pid) ?? ''}\n`)
}

/** The pid of the part's running process, if it is running. */
export function running(part: string): number | undefined {
  let line: string
  try {
    line = readFileSync(pidOf(part), 'utf8').trim()
  } catch {
    return undefined
  }
  const [pid, started] = line.split(' ')
  return started && startTime(Number(pid)) === started ? Number(pid) : undefined
}

export async function end(part: string, signal: NodeJS.Signals): Promise<void> {
  const pid = running(part)
  if (pid) {
    process.kill(pid, signal)
    const deadline = Date.now() + 20_000
    while (running(part)) {
      if (Date.now() > deadline) process.kill(pid, 'SIGKILL')
      await sleep(30)
    }
  }
  rmSync(pidOf(part), { force: true })
}

export function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 })
    const finish = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.on('connect', () => finish(true))
    socket.on('error', () => finish(false))
    socket.on('timeout', () => finish(false))
  })
}

export async function until(what: string, seconds: number, check: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`${what}: not ready after ${seconds} s`)
    await sleep(100)
  }
}
