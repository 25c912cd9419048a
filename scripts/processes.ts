import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

export type Program = { name: string; command: string; args: string[]; cwd?: string }

const colours = [36, 33, 35, 32, 34]
const graceMilliseconds = 15_000
/** Who ran longer than this had come up: its next end counts as the first. */
const steadyMilliseconds = 60_000

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

/** A second after the first end, twice as long after each further one, half a minute at most. */
export const pauseBefore = (restart: number) => Math.min(1000 * 2 ** (restart - 1), 30_000)

function ending(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(String(code ?? signal)))
  })
}

/** Starts a program again whenever it ends, until all are told to. */
async function keepRunning(name: string, run: () => ChildProcess, told: AbortSignal): Promise<void> {
  for (let restarts = 1; ; restarts++) {
    const began = performance.now()
    const child = run()
    const stopIt = () => stop(child)
    told.addEventListener('abort', stopIt)
    const how = await ending(child)
    told.removeEventListener('abort', stopIt)
    if (told.aborted) return
    if (performance.now() - began > steadyMilliseconds) restarts = 1
    const pause = pauseBefore(restarts)
    process.stderr.write(`${name} ended (${how}) and starts again in ${pause / 1000} s\n`)
    await sleep(pause, undefined, { signal: told }).catch(() => undefined)
    if (told.aborted) return
  }
}

/** Runs all programs until this process is told to end. One that dies comes back; the others do not notice. */
export async function runTogether(programs: Program[], env: NodeJS.ProcessEnv): Promise<number> {
  const width = Math.max(...programs.map(({ name }) => name.length))
  const end = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end.abort())
  const running = programs.map((program, index) =>
    keepRunning(program.name, () => start(program, index, width, env), end.signal).catch((error: unknown) => {
      // A program that cannot even be started is a mistake of the command, not a crash.
      end.abort()
      throw error
    }),
  )
  await Promise.all(running)
  return 0
}
