/**
 * The model of how instances run: 100,000 random sequences, every order of everything in the small cases, and every
 * planted fault. `pnpm bench turns-model`, or with another number of sequences, which writes no figures.
 */
import { turnsSeed } from '../flow/src/testing/seed.ts'
import { explore } from '../flow/src/testing/turns/explore.ts'
import { faultNames, faults } from '../flow/src/testing/turns/faults.ts'
import { findFault } from '../flow/src/testing/turns/find-fault.ts'
import { type Counts, playSequences } from '../flow/src/testing/turns/sequences.ts'
import { smallCases } from '../flow/src/testing/turns/small-cases.ts'
import { table, writeFigures } from './support/figures.ts'

const SEQUENCES = 100_000
const SEQUENCES_FOR_A_FAULT = 5_000
const BATCH = 1_000

const sequences = Number(process.argv[2] ?? SEQUENCES)
const seed = turnsSeed()
const whole = (n: number) => n.toLocaleString('en-US')
const progress = (line: string) => process.stdout.write(`${line}\n`)
const problems: string[] = []

function playAll(): Counts {
  const counts: Counts = {}
  for (let played = 0; played < sequences; played += BATCH) {
    const first = seed + played
    const { counts: some, found } = playSequences(Math.min(BATCH, sequences - played), first)
    for (const [what, n] of Object.entries(some)) counts[what] = (counts[what] ?? 0) + n
    if (found) problems.push(`TURNS_SEED=${first}, sequence ${found.sequence}: ${found.message}`)
    if (played % (10 * BATCH) === 0) progress(`${whole(played)} sequences`)
  }
  return counts
}

const exploreAll = () =>
  smallCases.map((small) => {
    const began = performance.now()
    const { states, message } = explore(small)
    if (message !== undefined) problems.push(`${small.name}: ${message}`)
    progress(`${small.name}: ${whole(states)} states, ${message ?? 'all of them'}`)
    return { name: small.name, states, seconds: (performance.now() - began) / 1000 }
  })

const findAll = () =>
  faultNames.map((fault) => {
    const noticed = findFault(fault, SEQUENCES_FOR_A_FAULT, seed)
    if (!noticed) problems.push(`not noticed: ${faults[fault]}`)
    progress(`${fault}: ${noticed ? `${noticed.by}, ${noticed.message}` : 'NOT NOTICED'}`)
    return [faults[fault], noticed?.by ?? 'no', noticed?.message.replace('broken: ', '') ?? '']
  })

progress(`TURNS_SEED=${seed} plays these again`)
const counts = playAll()
const explored = exploreAll()
const noticed = findAll()
const states = explored.reduce((sum, one) => sum + one.states, 0)
const about = Object.entries(counts).map(([what, n]) => `${whole(n)} ${what}`)
const lines = [
  `${whole(sequences)} random sequences from seed ${seed}: ${about.join(', ')}.`,
  '',
  `Every order of everything in ${explored.length} small cases, ${whole(states)} states:`,
  '',
  ...table(
    ['case', 'states', 's'],
    explored.map(({ name, states: n, seconds }) => [name, whole(n), seconds.toFixed(0)]),
  ),
  '',
  `${noticed.length} planted faults:`,
  '',
  ...table(['fault', 'noticed in', 'by the promise that was broken'], noticed),
  '',
  `Promises broken: ${problems.length === 0 ? 'none' : problems.join('; ')}.`,
]
if (sequences === SEQUENCES) writeFigures('turns-model', 'The model of turns', lines)
else progress(lines.join('\n'))
process.exitCode = problems.length > 0 ? 1 : 0
