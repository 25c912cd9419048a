import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { endBeyond, endGroup, environmentIn, SAID_BYTES } from './run-confined.ts'
import { moduleArgs } from './run-module.ts'
import { wrapped } from './wrapped.ts'

export interface StreamLimits {
  /** Of the processor; how long the whole takes is decided by the reader. */
  seconds: number
  megabytes: number
  /** How long the reader may take nothing. */
  stillSeconds: number
}

/** Buffers lie beside the heap and are collected once so many megabytes of them came together: by default 64. */
const SMALL_GARBAGE = '--scavenger-max-new-space-capacity-mb=4'

async function* outputOf(
  module: string,
  args: readonly string[],
  input: Readable,
  { seconds, megabytes, stillSeconds }: StreamLimits,
): AsyncGenerator<Buffer> {
  const node = [SMALL_GARBAGE, ...moduleArgs(module, args, { megabytes, folders: [] })]
  const [command, ...rest] = await wrapped(process.execPath, node, seconds)
  const folder = tmpdir()
  const child = spawn(command, rest, { cwd: folder, env: environmentIn(folder), stdio: 'pipe', detached: true })
  const closed = once(child, 'close')
  // A program that could not be started is noticed below, when its output has ended.
  closed.catch(() => undefined)
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < SAID_BYTES) said += chunk.toString('utf8', 0, SAID_BYTES)
  })
  const stop = (why: string) => {
    said ||= why
    endGroup(child)
  }
  const unwatch = endBeyond(child.pid, megabytes, () => stop(`it took more than ${megabytes} MB`))
  const still = setTimeout(() => stop(`nothing was read for ${stillSeconds} s`), stillSeconds * 1_000)
  const fed = pipeline(input, child.stdin).then(
    () => undefined,
    (error: unknown) => error,
  )
  try {
    for await (const chunk of child.stdout) {
      yield chunk
      still.refresh()
    }
    const [code, signal]: unknown[] = await closed
    if (code !== 0) throw new Error(`${module} ended with ${String(code ?? signal)}: ${said.trim()}`)
    const failure = await fed
    // What came of half an input looks whole where it broke off between two blocks.
    if (failure !== undefined) throw failure
  } finally {
    clearTimeout(still)
    unwatch()
    if (child.exitCode === null && child.signalCode === null) endGroup(child)
  }
}

/** One of our modules as a confined program between two streams, for content of any size; it ends with its reader. */
export function streamModule(module: string, args: readonly string[], input: Readable, limits: StreamLimits): Readable {
  const output = Readable.from(outputOf(module, args, input, limits), { objectMode: false })
  // It may break before the program is there to read it. Whoever feeds it is told; with nobody listening, our process ends.
  input.on('error', () => undefined)
  return output.once('close', () => input.destroy())
}
