/**
 * The cage of reports: 50,000 generated statements with the gate and past it, 100,000 printed trees, and bombs, which must
 * end by their limit with little memory. `pnpm bench cage`.
 */
import { spawnSync } from 'node:child_process'
import { createTestDatabase } from '../server/test/database.ts'
import { BOMBS, explode, MAX_MEGABYTES } from '../server/test/reports/bombs.ts'
import { putCageWorld } from '../server/test/reports/cage-world.ts'

const LIMIT_SECONDS = 5

const problems: string[] = []
const note = (line: string) => process.stdout.write(`${line}\n`)

const database = await createTestDatabase()
try {
  await putCageWorld(database, { twin: false })
  for (const [name, statement] of Object.entries(BOMBS)) {
    const { ending, seconds, megabytes } = await explode(database, statement, LIMIT_SECONDS)
    note(`${name}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB, ${ending}`)
    if (seconds > LIMIT_SECONDS + 1 || megabytes > MAX_MEGABYTES) problems.push(name)
  }
} finally {
  await database.drop()
}

const tested = spawnSync(
  'pnpm',
  ['test', 'server/src/areas/reports/cage-generated.test.ts', 'server/src/areas/reports/gate'],
  {
    stdio: 'inherit',
    env: { ...process.env, CAGE_STATEMENTS: '50000', CAGE_TREES: '100000' },
  },
)
if (tested.status !== 0) problems.push('generated statements')
if (problems.length > 0) throw new Error(`not held: ${problems.join(', ')}`)
