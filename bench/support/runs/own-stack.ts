import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { end, running, until } from '../../../scripts/stack/daemon.ts'
import { parts } from '../../../scripts/stack/parts.ts'
import { environmentFile } from '../../../scripts/stack/places.ts'
import { startPart } from '../../../scripts/stack/up.ts'

const NAME = 'crash'
const SHIFT = 3_000

export const isOnOwnStack = () => process.env.STACK_NAME === NAME

/** Runs this very program again, with servers of its own: PostgreSQL and the engine are killed too. */
export function againOnOwnStack(): number {
  const shared = Object.keys(parseEnv(readFileSync(environmentFile, 'utf8')))
  const rest = Object.entries(process.env).filter(([name]) => !shared.includes(name))
  const shift = String(Number(process.env.STACK_PORT_SHIFT ?? 0) + SHIFT)
  const env = { ...Object.fromEntries(rest), STACK_NAME: NAME, STACK_PORT_SHIFT: shift }
  const program = [process.execPath, '--conditions=source', '--import', 'tsx', ...process.argv.slice(1)]
  const ran = spawnSync(process.execPath, ['scripts/with-stack.ts', ...program], { stdio: 'inherit', env })
  spawnSync(process.execPath, ['scripts/stack.ts', 'down'], { stdio: 'inherit', env })
  return ran.status ?? 1
}

/** Those that are being started again right now. */
const starting = new Set<string>()

export async function startServer(name: string): Promise<void> {
  const part = parts.find((one) => one.name === name)
  if (!part) throw new Error(`${name} is no part of the stack`)
  await startPart(part)
}

/** It stays away until it is started. */
export const stopServer = (name: string) => end(name, 'SIGKILL')

/** A server of the own stack is killed, and started again as a process manager would. */
export async function strikeServer(name: string): Promise<void> {
  await until(name, 120, async () => !starting.has(name))
  starting.add(name)
  await stopServer(name)
  await startServer(name)
  starting.delete(name)
}

/** Temporal ends by itself when its database is away for long: whatever has ended is started again. */
export function keepServersUp(names: readonly string[]): () => void {
  const look = () => {
    for (const name of names) {
      if (starting.has(name) || running(name) !== undefined) continue
      starting.add(name)
      startServer(name)
        // Its database may still be away: the next look tries again.
        .catch((error: unknown) => process.stderr.write(`${name}: ${String(error)}\n`))
        .finally(() => starting.delete(name))
    }
  }
  const timer = setInterval(look, 1_000)
  return () => clearInterval(timer)
}
