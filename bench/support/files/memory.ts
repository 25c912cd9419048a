import { readFileSync } from 'node:fs'

const PAGE_BYTES = 4_096
const EVERY = 200

/** Of a process, in bytes; 0 where it has ended. */
function residentOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
  } catch {
    return 0
  }
}

export interface Watch {
  /** From now on it counts. */
  mark: () => void
  stop: () => { before: number; least: number; most: number }
}

/** How far the memory of a process moves. */
export function watchMemory(pid: number): Watch {
  const before = residentOf(pid)
  let seen: number[] = []
  const timer = setInterval(() => seen.push(residentOf(pid)), EVERY)
  return {
    mark: () => {
      seen = []
    },
    stop: () => {
      clearInterval(timer)
      return { before, least: Math.min(...seen), most: Math.max(...seen) }
    },
  }
}
