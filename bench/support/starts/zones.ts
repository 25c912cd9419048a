import fc from 'fast-check'
import { ScheduleRule } from '../../../contracts/src/schedule-rule.ts'
import { casesNear, DAY_OFF_RULES, disagreement } from '../../../flow/src/testing/schedule-agreement.ts'
import { zoneTable } from '../../../server/src/core/zone-clock.ts'

const KINDS = ['once', 'day', 'week', 'month'] satisfies ScheduleRule['kind'][]
/** The product's table of a zone reaches from the year before to eleven years after: two hold all that is asked. */
const TABLES = [2020, 2026].map((year) => Date.UTC(year, 0, 1))
const [BEGINS, ENDS] = [Date.UTC(2020, 0, 1), Date.UTC(2036, 0, 1)]
/** Where the clocks of a zone never change. */
const STILL = Array.from({ length: 8 }, (_, n) => Date.UTC(2020 + n * 2, 5, 15, 12))

export interface ZonesCompared {
  zones: number
  changes: number
  compared: number
  differing: string[]
}

const changesOf = (timeZone: string): { moment: number; zone: [number, number][] }[] => {
  const [early = [], late = []] = TABLES.map((now) => zoneTable(timeZone, now))
  const split = Date.UTC(2028, 0, 1)
  const found = [
    ...early.slice(1).flatMap(([moment]) => (moment < split ? [{ moment, zone: early }] : [])),
    ...late.slice(1).flatMap(([moment]) => (moment >= split ? [{ moment, zone: late }] : [])),
  ]
  return found.filter(({ moment }) => moment > BEGINS && moment < ENDS)
}

/** Every zone, every change of its clocks, every kind of rule with every rule for days off, against another library. */
export function compareZones(seed: number, timeZones: readonly string[], say: (line: string) => void): ZonesCompared {
  const found: ZonesCompared = { zones: timeZones.length, changes: 0, compared: 0, differing: [] }
  for (const [n, timeZone] of timeZones.entries()) {
    const changes = changesOf(timeZone)
    found.changes += changes.length
    const still = STILL.map((moment) => ({
      moment,
      zone: zoneTable(timeZone, TABLES[moment < Date.UTC(2028, 0) ? 0 : 1] ?? 0),
    }))
    for (const { moment, zone } of changes.length > 0 ? changes : still) {
      for (const kind of KINDS) {
        const cases = fc.sample(casesNear(moment, kind), {
          seed: (seed + found.compared) % 2 ** 31,
          numRuns: DAY_OFF_RULES.length,
        })
        for (const [m, one] of cases.entries()) {
          const dayOff = DAY_OFF_RULES[m] ?? 'run'
          const problem = disagreement(timeZone, zone, moment, { ...one, dayOff })
          found.compared++
          if (problem) found.differing.push(problem)
        }
      }
    }
    if (n % 50 === 49) say(`${n + 1} zones`)
  }
  return found
}
