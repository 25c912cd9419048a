import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'

export type Identity = { uid: number; gid: number }

type Options = {
  env?: NodeJS.ProcessEnv
  cwd?: string
  as?: Identity | undefined
  input?: string
}

/** Runs a command to its end and returns what it printed; throws with its errors if it fails. */
export function run(command: string, args: string[], options: Options = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...options.env },
      cwd: options.cwd ?? (options.as ? '/' : process.cwd()),
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      ...options.as,
    })
    let out = ''
    let errors = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.stdin?.on('error', reject)
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(out)
      else reject(new Error(`${command} ended with ${code}\n${(errors || out).trim().slice(-3000)}`))
    })
    child.stdin?.end(options.input)
  })
}

/** The first line a command prints about itself, or undefined where it does not run. */
export async function ask(command: string, args: string[], as?: Identity): Promise<string | undefined> {
  try {
    return (await run(command, args, { as })).trim()
  } catch {
    return undefined
  }
}

/** Starts a server that outlives this process and returns its pid. */
export function launch(command: string, args: string[], log: string, options: Options = {}): Promise<number> {
  // Anew each time: what an earlier start had to say would grow without end.
  const output = openSync(log, 'w', 0o600)
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...options.env },
      cwd: options.cwd ?? '/',
      detached: true,
      stdio: ['ignore', output, output],
      ...options.as,
    })
    child.on('error', reject)
    child.on('spawn', () => {
      child.unref()
      if (child.pid) resolve(child.pid)
    })
  })
}
