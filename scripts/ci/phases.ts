/** Commands of a run, with how long each took. */
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

const STARTED = Number(process.env['CI_STARTED'] ?? Date.now() / 1000)
const sinceStart = () => Date.now() / 1000 - STARTED

/** Seconds by phase, in the order in which they ended. */
export const phases: Record<string, number> = { install: sinceStart() }

export const log = (line: string) => process.stdout.write(`[${sinceStart().toFixed(0)} s] ${line}\n`)

interface Options {
  env?: NodeJS.ProcessEnv
  /** Takes only what the phases beside it leave of the processors. */
  background?: boolean
}

export function runPhase(name: string, args: string[], { env = {}, background = false }: Options = {}) {
  const began = sinceStart()
  log(`${name} …`)
  return new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    if (background && child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
    child.on('error', () => resolve(false))
    child.on('close', (code) => {
      phases[name] = sinceStart() - began
      log(`${name}: ${code === 0 ? 'ok' : `ended with ${code}`}`)
      resolve(code === 0)
    })
  })
}
