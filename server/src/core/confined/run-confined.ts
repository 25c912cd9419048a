import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { wrapped } from './wrapped.ts'

const MEMORY_CHECK_MS = 20

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
  }, MEMORY_CHECK_MS)
  return () => clearInterval(timer)
}

/** The bytes are not what they say, or take more than is given: trying again would end the same. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

export interface Limits {
  seconds: number
  megabytes: number
  outputBytes: number
  /** What exceeds the output is left out, instead of making the whole unreadable. */
  cut?: boolean
}

export interface Confined {
  output: Buffer
  isCut: boolean
}

export const SAID_BYTES = 1_000

/** The whole group, so that nothing it started stays. */
export function endGroup({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Nothing of the process's own: a program that is tricked into telling finds nothing to tell. */
export const environmentIn = (folder: string) => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LANG: 'C.UTF-8',
  HOME: folder,
  TMPDIR: folder,
  OMP_THREAD_LIMIT: '1',
  UV_THREADPOOL_SIZE: '2',
})

/**
 * A program that reads what strangers sent, in a process of its own: without shell, network, settings or secrets, in a
 * folder that is thrown away, and ended once it takes more time, memory or output than it was given.
 */
export async function runConfined(
  program: string,
  args: readonly string[],
  folder: string,
  { seconds, megabytes, outputBytes, cut = false }: Limits,
): Promise<Confined> {
  const [command, ...rest] = await wrapped(program, args, seconds)
  const child = spawn(command, rest, {
    cwd: folder,
    env: environmentIn(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const chunks: Buffer[] = []
  let length = 0
  let said = ''
  let isCut = false
  let exceeded: string | undefined
  const stop = (why: string) => {
    exceeded ??= why
    endGroup(child)
  }
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, Math.max(0, outputBytes - length)))
    length += chunk.length
    if (length <= outputBytes || isCut) return
    isCut = true
    stop(`more than ${outputBytes} bytes came of it`)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < SAID_BYTES) said += chunk.toString('utf8', 0, SAID_BYTES)
  })
  const timer = setTimeout(() => stop(`it took more than ${seconds} s`), seconds * 1_000)
  const unwatch = endBeyond(child.pid, megabytes, () => stop(`it took more than ${megabytes} MB`))
  try {
    const [code, signal]: unknown[] = await once(child, 'close')
    if (isCut && cut) return { output: Buffer.concat(chunks), isCut }
    if (exceeded) throw new Unreadable(exceeded)
    // Not by us, and not a program that could not be started.
    if (code === 126 || code === 127 || signal === 'SIGKILL') throw new Error(`${program} could not be run: ${said}`)
    if (code !== 0) throw new Unreadable(`${program} ended with ${String(code ?? signal)}: ${said.trim()}`)
    return { output: Buffer.concat(chunks), isCut: false }
  } finally {
    clearTimeout(timer)
    unwatch()
  }
}
