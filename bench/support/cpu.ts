import { readdirSync, readFileSync } from 'node:fs'
import { running } from '../../scripts/stack/daemon.ts'

const TICKS = 100

interface Stat {
  parent: number
  /** Own time and that of children that have ended. */
  ticks: number
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const close = text.lastIndexOf(')')
    const rest = text.slice(close + 2).split(' ')
    const times = [11, 12, 13, 14].map((index) => Number(rest[index]))
    return {
      parent: Number(rest[1]),
      ticks: times.reduce((a, b) => a + b, 0),
    }
  } catch {
    return undefined
  }
}

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)

/** Of a server of the stack. */
export function stackPid(part: string): number {
  const pid = running(part)
  if (pid === undefined) throw new Error(`${part} does not run`)
  return pid
}

/** CPU seconds used so far by these processes and everything below them. */
export function cpuSeconds(roots: readonly number[]): number {
  const stats = new Map(
    processes().flatMap((pid) => {
      const stat = statOf(pid)
      return stat ? [[pid, stat] as const] : []
    }),
  )
  const counted = new Set<number>(roots)
  for (let grown = true; grown; ) {
    grown = false
    for (const [pid, stat] of stats) {
      if (!counted.has(pid) && counted.has(stat.parent)) {
        counted.add(pid)
        grown = true
      }
    }
  }
  return [...counted].reduce((sum, pid) => sum + (stats.get(pid)?.ticks ?? 0), 0) / TICKS
}

const titleOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Says how many CPU seconds PostgreSQL's processes have used for one database: what others do on the same servers does not
 * count. Of a process that ended, what it had used when it was last looked at.
 */
export function databaseMeter(database: string): () => number {
  const seen = new Map<number, number>()
  return () => {
    for (const pid of processes()) {
      const title = titleOf(pid)
      if (title.startsWith('postgres: ') && title.includes(` ${database} `)) seen.set(pid, statOf(pid)?.ticks ?? 0)
    }
    return [...seen.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS
  }
}
