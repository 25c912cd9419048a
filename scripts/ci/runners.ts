/** Tests by Vitest and journeys by Playwright, each with a report of what they ended with. */
import { resolve } from 'node:path'
import { log, runPhase } from './phases.ts'
import { type Outcome, type Report, readJourneys, readTests } from './report.ts'

export const REPORTS = 'test-results/ci'

export interface Runner {
  name: string
  /** All of it, or the given files alone, one after another. */
  run: (again?: string[]) => Promise<Report>
}

/** A runner that broke before it could report, or had nothing to report, still counts as a failure. */
function complete(name: string, ok: boolean, read: () => Report): Report {
  const broken = (message: string): Outcome => ({ file: '', name, passed: false, messages: [message] })
  try {
    const report = read()
    if (report.outcomes.length === 0) return { ...report, outcomes: [broken('nothing was run')] }
    if (ok || report.outcomes.some(({ passed }) => !passed)) return report
    return { ...report, outcomes: [...report.outcomes, broken('ended with an error that no test shows')] }
  } catch (error) {
    log(`${name}: no report was written`)
    return { outcomes: [broken(error instanceof Error ? error.message : String(error))], files: {} }
  }
}

const reportOf = (name: string, again: string[]) =>
  resolve(REPORTS, `${name.replaceAll(' ', '-')}${again.length > 0 ? '-again' : ''}.json`)
const phaseOf = (name: string, again: string[]) => (again.length > 0 ? `${name}, again` : name)

export const vitest = (name: string, area = ''): Runner => ({
  name,
  run: async (again = []) => {
    const file = reportOf(name, again)
    const reporters = ['--reporter=dot', '--reporter=./scripts/ci/vitest-report.ts']
    const files = again.length > 0 ? [...again, '--no-file-parallelism'] : []
    const ok = await runPhase(phaseOf(name, again), ['scripts/test.ts', area, ...reporters, ...files], {
      env: { REPORT: file },
    })
    return complete(name, ok, () => readTests(file))
  },
})

export const playwright = (name: string): Runner => ({
  name,
  run: async (again = []) => {
    const file = reportOf(name, again)
    const files = again.length > 0 ? [...again, '--workers=1'] : []
    const ok = await runPhase(phaseOf(name, again), ['scripts/e2e.ts', '', '--reporter=line,json', ...files], {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    })
    return complete(name, ok, () => readJourneys(file))
  },
})
