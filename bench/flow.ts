/** Half a million random workflows, each run to its end with answers in any order: what the language promises, held. */
import { playRandomWorkflows } from '../flow/src/testing/property-run.ts'
import { seedOfThisRun, seedText } from '../flow/src/testing/seed.ts'
import { writeFigures } from './support/figures.ts'

const CASES = 500_000

const seed = seedOfThisRun()
process.stdout.write(`${seedText(seed)}\n`)
const { text } = playRandomWorkflows(CASES, seed)
writeFigures('flow', 'Random workflows', [text])
