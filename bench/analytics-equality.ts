/**
 * A thousand random cases, every figure counted twice and held against its list: `pnpm bench analytics-equality [cases]`.
 * ANALYTICS_SEED plays a run again.
 */
import { writeFigures } from './support/figures.ts'
import { runTests } from './support/run-tests.ts'

const [asked = '1000'] = process.argv.slice(2)
const said = runTests(['load', 'analytics'], { ANALYTICS_CASES: asked }) ?? ''
const [, cases, turns, rows, figures, seed] =
  /(\d+) cases, (\d+) turns, (\d+) rows of days, (\d+) figures, seed (\d+)/.exec(said) ?? []
if (cases === undefined) process.exitCode = 1
else
  writeFigures('analytics-equality', 'Figures against what happened', [
    `${cases} random cases of ${turns} turns in three zones, the days on which their clocks change among them: returns, a step for`,
    'each of a list, cancels, overrides, trash and restore, restricted work, moved dates. Counted a second time from the record',
    `of the turns; seed ${seed}.`,
    '',
    `- ${rows} rows of days compared, at three quiet moments: 0 differ`,
    `- ${figures} figures of six viewers compared with the lists that they open: 0 differ`,
  ])
