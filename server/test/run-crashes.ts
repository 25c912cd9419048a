import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect } from 'vitest'

/** What was found and what went wrong stand at the end; the first lines of a message are those that are read. */
const verdictFirst = (said: string) =>
  [...(/promises broken.*/.exec(said) ?? []), ...said.trimEnd().split('\n').slice(-6), said].join('\n')

/** A bench of crashes in its small size, from a seed of its own, which it says; it has to break no promise. */
export async function runCrashes(bench: string, ...part: string[]): Promise<void> {
  const program = ['--conditions=source', '--import', 'tsx', `bench/${bench}.ts`]
  const args = [...program, ...part, String(randomInt(1_000_000)), 'small']
  const child = spawn(process.execPath, args, { cwd: join(import.meta.dirname, '../..'), stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString('utf8')))
  const [code] = await once(child, 'close')
  expect(code, verdictFirst(said)).toBe(0)
  expect(said).toContain('promises broken: none')
}
