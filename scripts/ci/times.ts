/** How long phases, test files and journeys of a run took, and how long each may take. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const TIMES = 'test-results/ci/times.json'
const SLOWEST = 10

export interface Times {
  phases: Record<string, number>
  /** By test file, or by journey: its file and its name. */
  tests: Record<string, number>
}

/** Files whose name says that they kill servers or load them: `server/test/<area>.crash.test.ts`. */
const HEAVY = /([\w-]+)\.(?:crash|load)\.test\.ts$/
const HEAVY_SECONDS_OF_AREA = 90

/** The first that fits counts. */
const BOUNDS = [
  { what: 'a test file that kills or loads servers', pattern: HEAVY, most: 60 },
  { what: 'a journey', pattern: /^e2e\//, most: 40 },
  { what: 'a component test file', pattern: /^web\//, most: 10 },
  { what: 'a test file', pattern: /^/, most: 20 },
]

function heavyAreas(tests: Times['tests']): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [test, seconds] of Object.entries(tests)) {
    const area = HEAVY.exec(test)?.[1]
    if (area) sums.set(area, (sums.get(area) ?? 0) + seconds)
  }
  return sums
}

export function slowProblems({ tests }: Times): string[] {
  const alone = Object.entries(tests).flatMap(([test, seconds]) => {
    const bound = BOUNDS.find(({ pattern }) => pattern.test(test))
    if (!bound || seconds <= bound.most) return []
    return [`${test} took ${seconds.toFixed(1)} s; ${bound.what} may take ${bound.most}`]
  })
  const together = [...heavyAreas(tests)]
    .filter(([, seconds]) => seconds > HEAVY_SECONDS_OF_AREA)
    .map(
      ([area, seconds]) => `crash and load tests of ${area} took ${seconds.toFixed(0)} s of ${HEAVY_SECONDS_OF_AREA}`,
    )
  return [...alone, ...together]
}

/** Those of the last whole run; none where there was no run yet. */
export const lastTimes = (): Times =>
  existsSync(TIMES) ? JSON.parse(readFileSync(TIMES, 'utf8')) : { phases: {}, tests: {} }

export const writeTimes = (times: Times) => writeFileSync(TIMES, `${JSON.stringify(times, null, 2)}\n`)

const row = (name: string, seconds: number) => `${seconds.toFixed(1).padStart(8)} s  ${name}`

export function timesTable({ phases, tests }: Times): string[] {
  const slowest = Object.entries(tests)
    .sort(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
  return [
    'Phases',
    ...Object.entries(phases).map(([name, seconds]) => row(name, seconds)),
    `Slowest of ${Object.keys(tests).length} test files and journeys`,
    ...slowest.map(([name, seconds]) => row(name, seconds)),
  ]
}
