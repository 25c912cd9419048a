import { readFileSync } from 'node:fs'

/** Nothing of one that ended between two looks. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const megabytesOf = (pid: number | string) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1_024

/** Looks again and again at a process and at what it started, until told to stop; the most that each ever held. */
export function watchMemory(pid: number) {
  const most = { itself: 0, child: 0 }
  const timer = setInterval(() => {
    const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ')
    most.itself = Math.max(most.itself, megabytesOf(pid))
    most.child = Math.max(most.child, ...children.map(megabytesOf))
  }, 25)
  return () => {
    clearInterval(timer)
    return most
  }
}
