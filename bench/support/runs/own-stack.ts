import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { answers, end, until } from '../../../scripts/stack/daemon.ts'
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

/** A server of the own stack is killed, and started again as a process manager would. */
export async function strikeServer(name: string): Promise<void> {
  const part = parts.find((one) => one.name === name)
  if (!part) throw new Error(`${name} is no part of the stack`)
  await end(name, 'SIGKILL')
  const port = Number(part.address.split(':').at(-1))
  await until(`the port of ${name}`, 30, async () => !(await answers(port)))
  await startPart(part)
}
