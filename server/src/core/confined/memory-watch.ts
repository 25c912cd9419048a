import { readFileSync } from 'node:fs'

const EVERY_MS = 20

function megabytesOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch (error) {
    // It ended between two looks.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return 0
    throw error
  }
}

/** What a process really holds: limits on addresses stop Node's engine, which reserves far more than it ever touches. */
export function endBeyond(pid: number | undefined, megabytes: number, exceeded: () => void): () => void {
  if (pid === undefined) return () => undefined
  const timer = setInterval(() => {
    if (megabytesOf(pid) > megabytes) exceeded()
  }, EVERY_MS)
  return () => clearInterval(timer)
}
