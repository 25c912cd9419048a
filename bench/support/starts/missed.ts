import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from '../crash/installation.ts'
import { table, writeFigures } from '../figures.ts'
import { keepServersUp, startServer, stopServer } from '../runs/own-stack.ts'
import { MINUTE } from './arm.ts'
import { withInstallation } from './installed.ts'
import { firingsIn, instancesOf, MISSED_RULES, type MissedRule, minutesFrom, timedSchedules } from './timed.ts'

const STOPPED = ['temporal', 'worker', 'postgres'] as const
type Stopped = (typeof STOPPED)[number]

const FIRINGS = 3
/** The newest of them is late then: more than five minutes. */
const AWAY_AFTER = 5 * MINUTE + 20_000
const FOUND_WITHIN = 5 * MINUTE

/** What each rule makes of three runs that were missed. */
const EXPECTED: Record<MissedRule, string[]> = {
  latest: ['missed replaced', 'missed replaced', 'late late'],
  each: ['late late', 'late late', 'late late'],
  none: ['missed down', 'missed down', 'missed down'],
}
const STARTED = Object.values(EXPECTED)
  .flat()
  .filter((one) => one.startsWith('late')).length

async function stop({ services }: Installation, part: Stopped): Promise<() => Promise<void>> {
  if (part === 'worker') {
    await services.worker?.stop('SIGKILL')
    return async () => services.worker?.start()
  }
  await stopServer(part)
  return () => startServer(part)
}

interface Outcome {
  part: Stopped
  found: Record<MissedRule, string[]>
  instances: number
  /** Seconds from when it was back until every run had its row. */
  after: number
}

async function missWith(installation: Installation, part: Stopped, say: (line: string) => void): Promise<Outcome> {
  const moments = minutesFrom(FIRINGS, MINUTE)
  const { tenant, scheduleIds } = await timedSchedules(installation, `Missed by ${part}`, moments)
  await sleep((moments[0] ?? 0) - 10_000 - Date.now())
  const bring = await stop(installation, part)
  say(`${part} is stopped for ${FIRINGS} firings`)
  await sleep((moments.at(-1) ?? 0) + AWAY_AFTER - Date.now())
  await bring()
  const back = Date.now()
  // An engine whose database was away has ended by itself.
  const stopKeeping = keepServersUp(['temporal'])
  const found = async () => {
    const rows = await Promise.all(MISSED_RULES.map((rule) => firingsIn(installation, scheduleIds[rule])))
    const of = (n: number) => (rows[n] ?? []).map(({ state, code }) => `${state} ${code}`)
    return { latest: of(0), each: of(1), none: of(2) }
  }
  const isWhole = async () => Object.values(await found()).every(({ length }) => length === FIRINGS)
  while (Date.now() < back + FOUND_WITHIN && !(await isWhole().catch(() => false))) await sleep(500)
  const after = (Date.now() - back) / 1000
  stopKeeping()
  await installation.ready()
  const instances = (await instancesOf(installation, tenant.tenantId, 'schedule')).length
  say(`${part}: ${after.toFixed(0)} s after it was back`)
  return { part, found: await found(), instances, after }
}

const isExpected = ({ found, instances }: Outcome) =>
  MISSED_RULES.every((rule) => found[rule].join() === EXPECTED[rule].join()) && instances === STARTED

/** Three firings of the engine's own schedules while a server or the worker is away, for each rule of what is missed. */
export const missed = (say: (line: string) => void): Promise<boolean> =>
  withInstallation(async (installation) => {
    const outcomes: Outcome[] = []
    for (const part of STOPPED) outcomes.push(await missWith(installation, part, say))
    writeFigures('starts-missed', 'Runs that were missed', [
      'Three runs, a minute apart, of one schedule for each rule of what becomes of missed ones, fired by the engine. Each server, then the',
      'worker, was killed before the first and came back more than five minutes after the last.',
      '',
      ...table(
        ['away', ...MISSED_RULES, 'instances', 's until each run had its row'],
        outcomes.map(({ part, found, instances, after }) => [
          part,
          ...MISSED_RULES.map((rule) => found[rule].map((one) => one.split(' ')[0]).join(', ')),
          instances,
          after.toFixed(0),
        ]),
      ),
      '',
      `As the rules say, reasons too: ${outcomes.every(isExpected) ? 'yes' : 'no'}.`,
      ...outcomes.filter((one) => !isExpected(one)).map((one) => `- ${JSON.stringify(one)}`),
    ])
    return outcomes.every(isExpected)
  })
