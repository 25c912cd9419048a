import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Command {
  name: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
}

const PAUSE_AFTER_FAULT = 300

/** A process that is started again at once whenever it ends, as a process manager does. */
export class Service {
  readonly name: string
  /** How often it ended although nobody struck it. */
  faults = 0
  readonly #command: Command
  readonly #log: number
  #child: ChildProcess | undefined
  #struck = false
  #stopping = false

  constructor(command: Command, folder: string) {
    this.name = command.name
    this.#command = command
    this.#log = openSync(join(folder, `${command.name}.log`), 'a')
    process.once('exit', () => this.#child?.kill('SIGKILL'))
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  start(): void {
    const { command, args, env } = this.#command
    this.#struck = false
    this.#stopping = false
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', this.#log, this.#log] })
    this.#child = child
    child.once('exit', () => void this.#again())
  }

  strike(signal: NodeJS.Signals): void {
    this.#struck = true
    this.#child?.kill(signal)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#stopping = true
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  async #again(): Promise<void> {
    if (this.#stopping) return
    if (!this.#struck) {
      this.faults += 1
      await sleep(PAUSE_AFTER_FAULT)
    }
    if (!this.#stopping) this.start()
  }
}
