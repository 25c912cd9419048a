import type { Installation } from '../crash/installation.ts'

/** What is scanned meanwhile would be measured with it. */
export function pauseWork(installation: Installation, paused: boolean) {
  const { worker = 0, relay = 0 } = installation.pids()
  for (const pid of [worker, relay]) process.kill(pid, paused ? 'SIGSTOP' : 'SIGCONT')
}
