/**
 * A thousand random changes of who may see what, five people searching at once after each: `pnpm bench search-changes [seed]`.
 * It is the test of permissions with more worlds; nothing may be found, counted or suggested that lists do not show.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { writeFigures } from './support/figures.ts'

const CHANGES = 1_000
const TEST = 'server/src/areas/search/permission.test.ts'
const LINE = /^(\d+) changes, (\d+) answers, (\d+) results$/gm

const seed = process.argv[2] ?? String(randomInt(1_000_000))
const began = Date.now()
const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', TEST, '-t', 'nothing is found'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
  env: { ...process.env, SEARCH_CASES: String(CHANGES), SEARCH_SEED: seed },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const sums = [...stdout.matchAll(LINE)].reduce((sum, line) => sum.map((n, at) => n + Number(line[at + 1])), [0, 0, 0])
const [changes = 0, answers = 0, results = 0] = sums
const whole = (number: number) => number.toLocaleString('en')
if (status === 0 && changes === CHANGES)
  writeFigures('search-changes', 'Who may see what changes, and people search', [
    `${whole(changes)} random changes (limited, opened, named, team left, narrowed, handed over, trashed, restored, moved) from seed ${seed}, in ${((Date.now() - began) / 1000).toFixed(0)} s.`,
    'After each, five people searched at once, before the index knew of it.',
    '',
    `- ${whole(answers)} answers with ${whole(results)} results: nothing that the same person's lists did not show, and no count above theirs`,
    '- at the end, with the index up to date, each found exactly what their lists show',
  ])
else process.stdout.write(stdout)
process.exitCode = status === 0 && changes === CHANGES ? 0 : 1
