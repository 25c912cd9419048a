/**
 * Half a million random workflows, each run to its end with answers in any order: what the language promises, held.
 * Then its other properties, with five times the cases that the tests try.
 */
import { spawnSync } from 'node:child_process'
import { playRandomWorkflows } from '../flow/src/testing/property-run.ts'
import { seedOfThisRun, seedText } from '../flow/src/testing/seed.ts'
import { writeFigures } from './support/figures.ts'

const CASES = 500_000

const seed = seedOfThisRun()
process.stdout.write(`${seedText(seed)}\n`)
const { text } = playRandomWorkflows(CASES, seed)
writeFigures('flow', 'Random workflows', [text])

const properties = ['run', '--project=@throughline/flow', 'properties', 'junk', 'agreement']
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...properties], {
  stdio: 'inherit',
  env: { ...process.env, FLOW_CASES: '20000' },
})
process.exitCode = status ?? 1
