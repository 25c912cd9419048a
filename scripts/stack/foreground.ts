import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { loadEnvironment } from './environment.ts'
import { alone } from './lock.ts'
import { environmentFile } from './places.ts'
import { allUp, up } from './up.ts'

/**
 * Starts the stack where it is not up and returns the environment in which to run what uses it.
 * STACK_EXTERNAL in the environment file says that somebody else runs the servers (deploy/compose.yaml).
 */
export async function becomeStacked(): Promise<NodeJS.ProcessEnv> {
  const known = existsSync(environmentFile) ? loadEnvironment() : {}
  if (known.STACK_EXTERNAL) return known
  if (!(await allUp())) await alone(up)
  return loadEnvironment()
}

/** Runs a command in this terminal, passes signals on to it and returns its exit code. */
export function runForeground(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env })
    const forward = (signal: NodeJS.Signals) => child.kill(signal)
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, forward)
    // A terminal sends Ctrl-C to the command too: then it only must not end this process first.
    process.on('SIGINT', process.stdin.isTTY ? () => undefined : forward)
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
