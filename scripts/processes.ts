import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export type Program = { name: string; command: string; args: string[]; cwd?: string }

const colours = [36, 33, 35, 32, 34]
const graceMilliseconds = 15_000

function prefix(stream: Readable, label: string): void {
  createInterface({ input: stream }).on('line', (line) => process.stdout.write(`${label} ${line}\n`))
}

function start(program: Program, index: number, width: number, env: NodeJS.ProcessEnv): ChildProcess {
  const { name, command, args, cwd } = program
  // In a group of its own: Ctrl-C reaches it once, from here, not a second time from the terminal.
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const padded = name.padEnd(width)
  const label = process.stdout.isTTY ? `\u001b[${colours[index % colours.length]}m${padded}\u001b[0m` : padded
  prefix(child.stdout, label)
  prefix(child.stderr, label)
  return child
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** A child that does not end in time is ended with its whole group. */
function stop(child: ChildProcess): void {
  if (ended(child) || !child.pid) return
  const group = -child.pid
  child.kill('SIGTERM')
  setTimeout(() => {
    if (!ended(child)) process.kill(group, 'SIGKILL')
  }, graceMilliseconds).unref()
}

/** Runs all programs until one ends or this process is told to; then ends the others and returns the exit code. */
export async function runTogether(programs: Program[], env: NodeJS.ProcessEnv): Promise<number> {
  const width = Math.max(...programs.map(({ name }) => name.length))
  const children = programs.map((program, index) => start(program, index, width, env))
  let result: number | undefined
  const stopAll = (code: number) => {
    if (result !== undefined) return
    result = code
    children.forEach(stop)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopAll(0))
  const endings = children.map(
    (child, index) =>
      new Promise<void>((resolve, reject) => {
        child.on('error', reject)
        child.on('close', (code, signal) => {
          if (result === undefined) process.stderr.write(`${programs[index]?.name} ended (${code ?? signal})\n`)
          stopAll(code ?? 1)
          resolve()
        })
      }),
  )
  await Promise.all(endings)
  return result ?? 0
}
