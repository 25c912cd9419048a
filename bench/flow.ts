/** Half a million random workflows, each run to its end with answers in any order: what the language promises, held. */
import { playRandomWorkflows } from '../flow/src/testing/property-run.ts'
import { writeFigures } from './support/figures.ts'

const CASES = 500_000

const { text } = playRandomWorkflows(CASES)
writeFigures('flow', 'Random workflows', [text])
