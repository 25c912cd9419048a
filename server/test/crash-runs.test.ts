import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** `pnpm bench crash` does the same with ten times as many instances. It has servers of its own: they are killed too. */
test('no act is lost, no effect done twice and nothing stuck, whatever is killed', { timeout: 900_000 }, async () => {
  const args = ['--conditions=source', '--import', 'tsx', 'bench/crash.ts', String(randomInt(1_000_000)), 'small']
  const child = spawn(process.execPath, args, { cwd: join(import.meta.dirname, '../..'), stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString('utf8')))
  const [code] = await once(child, 'close')
  expect(code, said).toBe(0)
  expect(said).toContain('promises broken: none')
})
