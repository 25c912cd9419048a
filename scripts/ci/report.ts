/** What tests and journeys ended with, in one shape for both runners. */
import { readFileSync } from 'node:fs'

export interface Outcome {
  /** As the runner takes it to run it again. */
  file: string
  /** Empty where a whole file broke. */
  name: string
  passed: boolean
  messages: string[]
}

export interface Report {
  outcomes: Outcome[]
  /** Seconds for each test file, or for each journey. */
  files: Record<string, number>
}

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

export const readTests = (file: string): Report => json(file)

interface Journey {
  title: string
  file: string
  line: number
  ok: boolean
  tests: { results: { status: string; duration: number; errors: { message?: string }[] }[] }[]
}

interface Suite {
  title: string
  specs?: Journey[]
  suites?: Suite[]
}

/** The titles of the suites around a journey belong to its name, as in "Signing in › needs both fields". */
const journeysIn = ({ specs = [], suites = [] }: Suite, titles: string[] = []): [Journey, string][] => [
  ...specs.map((journey): [Journey, string] => [journey, [...titles, journey.title].join(' › ')]),
  ...suites.flatMap((suite) => journeysIn(suite, [...titles, suite.title])),
]

/** Playwright's own JSON, whose outermost suites are the files. A journey that was skipped did not pass. */
export function readJourneys(file: string): Report {
  const { suites }: { suites: Suite[] } = json(file)
  const journeys = suites.flatMap((suite) => journeysIn(suite))
  const results = ({ tests }: Journey) => tests.flatMap((test) => test.results)
  return {
    outcomes: journeys.map(([journey, name]) => ({
      file: `${journey.file}:${journey.line}`,
      name,
      passed: journey.ok && results(journey).every(({ status }) => status === 'passed'),
      messages: results(journey).flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
    })),
    files: Object.fromEntries(
      journeys.map(([journey, name]) => [
        `e2e/${journey.file} › ${name}`,
        results(journey).reduce((sum, { duration }) => sum + duration, 0) / 1000,
      ]),
    ),
  }
}
