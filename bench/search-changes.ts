/**
 * A thousand random changes of who may see what, five people searching at once after each: `pnpm bench search-changes [seed]`.
 * It is the test of permissions with more worlds; nothing may be found, counted or suggested that lists do not show.
 */
import { randomInt } from 'node:crypto'
import { writeFigures } from './support/figures.ts'
import { runTests } from './support/run-tests.ts'

const CHANGES = 1_000
const TEST = 'server/src/areas/search/permission.test.ts'
const LINE = /^(\d+) changes, (\d+) answers, (\d+) results$/gm

const seed = process.argv[2] ?? String(randomInt(1_000_000))
const began = Date.now()
const size = { SEARCH_CASES: String(CHANGES), SEARCH_SEED: seed }
const stdout = runTests([TEST, '-t', 'nothing is found'], size) ?? ''
const sums = [...stdout.matchAll(LINE)].reduce((sum, line) => sum.map((n, at) => n + Number(line[at + 1])), [0, 0, 0])
const [changes = 0, answers = 0, results = 0] = sums
const whole = (number: number) => number.toLocaleString('en')
if (changes === CHANGES)
  writeFigures('search-changes', 'Who may see what changes, and people search', [
    `${whole(changes)} random changes (limited, opened, named, team left, narrowed, handed over, trashed, restored, moved) from seed ${seed}, in ${((Date.now() - began) / 1000).toFixed(0)} s.`,
    'After each, five people searched at once, before the index knew of it.',
    '',
    `- ${whole(answers)} answers with ${whole(results)} results: nothing that the same person's lists did not show, and no count above theirs`,
    '- at the end, with the index up to date, each found exactly what their lists show',
  ])
else process.exitCode = 1
