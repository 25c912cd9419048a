/** What to make of tests that failed and were run once more, alone. */
import { titleOf } from './failures.ts'
import type { Outcome } from './report.ts'

const FLAKES_ALLOWED = 5

/** Those that passed alone. A file that broke outside of its tests is well when it was run again whole without that. */
export function flakyAmong(failed: Outcome[], again: Outcome[]): Outcome[] {
  const passed = new Set(again.filter((outcome) => outcome.passed).map(titleOf))
  const ran = new Set(again.map(({ file }) => file))
  const broke = new Set(again.filter((outcome) => !outcome.passed).map(({ file }) => file))
  return failed.filter((outcome) =>
    outcome.name ? passed.has(titleOf(outcome)) : ran.has(outcome.file) && !broke.has(outcome.file),
  )
}

/** A few are named and let pass; with one more than that, all of them count as failed. */
export const judgeFlakes = (flaky: Outcome[]): Outcome[] =>
  flaky.map((outcome) => ({ ...outcome, passed: flaky.length <= FLAKES_ALLOWED }))
