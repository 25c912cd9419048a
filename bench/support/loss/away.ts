import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../../server/test/statistics.ts'
import type { Act } from '../runs/acts.ts'
import { fiveSteps } from '../runs/document.ts'
import { judge, look } from '../runs/judge.ts'
import { startAll, work } from '../runs/people.ts'
import type { Strike } from '../runs/run.ts'
import { pairUp } from '../runs/world.ts'
import { startEngine, stopEngine } from './databases.ts'
import { callsLater } from './documents.ts'
import { brokenOf, countDone, momentsOf, type Part, type Setting, seconds, ticketsOf } from './setting.ts'

export const PAIRS = 8
/** Milliseconds: before the engine goes away, and between two starts of one person. */
const LEAD = { large: 60_000, small: 15_000 }
const PACE = 8_000
const ALARMS = 10
/** What was held up has to be done so long after the engine's return. */
const SETTLES_WITHIN = 15 * 60_000

const isOpen = `select count(*)::int as n from instances where status not in ('completed', 'cancelled')`

const waits = (acts: readonly Act[], from: number, to: number) =>
  acts
    .flatMap(({ tries }) => tries)
    .filter(({ began, outcome }) => outcome === 'ok' && began >= from && began < to)
    .map(({ began, ended }) => ended - began)
    .toSorted((a, b) => a - b)

/** Of the work that people did while the engine was away: how long after its return the call was made. */
async function callsAfter(setting: Setting, at: number, back: number): Promise<number[]> {
  const approved = await setting.rows<{ name: string }>(
    `select i.name from tasks t join instances i on i.tenant_id = t.tenant_id and i.id = t.instance_id
     where t.step = 'approve' and t.completed_at between $1 and $2`,
    [new Date(at), new Date(back)],
  )
  const moments = momentsOf(setting)
  return approved
    .map(({ name }) => Math.max(0, (moments.get(name) ?? Number.POSITIVE_INFINITY) - back))
    .toSorted((a, b) => a - b)
}

interface Told {
  acts: Act[]
  began: number
  at: number
  back: number
  settled: number | undefined
  open: number
}

/** People work, the engine goes away and comes back, and all is waited for. */
async function tell(setting: Setting): Promise<Told> {
  const { installation, organization, receiver, minutes, small, say, rows } = setting
  const { origin } = installation
  const lead = small ? LEAD.small : LEAD.large
  const away = minutes * 60_000
  const document = (...pair: [number, string, string]) => fiveSteps(receiver.origin, ...pair)
  const worlds = await pairUp(origin, organization, { pairs: PAIRS, document })
  for (const share of [0.3, 0.6, 0.9]) {
    const after = Math.round((lead + away * share) / 1_000)
    const id = await setting.publish(callsLater(`RINGS${after}`, `${receiver.origin}/effect`, setting.person, after))
    await setting.start(id, ticketsOf(`alarm-${after}-`, ALARMS))
  }
  const acts: Act[] = []
  const state = { over: false }
  const going = { acts, on: () => !state.over }
  const began = Date.now()
  const starting = worlds.map((world, n) => {
    const tickets = ticketsOf(`t${n}-`, Math.ceil((lead + away) / PACE))
    return startAll(origin, world, tickets, { each: PACE, released: () => Number.POSITIVE_INFINITY }, going)
  })
  const working = worlds.flatMap(({ people }) => people.map((one) => work(origin, one, going)))
  await sleep(lead)
  await stopEngine()
  const at = Date.now()
  say(`the engine is away for ${minutes} minutes`)
  await sleep(away)
  await startEngine()
  const back = Date.now()
  await Promise.all(starting)
  const open = async () => (await rows<{ n: number }>(isOpen))[0]?.n ?? 0
  const settled = await setting.until('nothing is open', SETTLES_WITHIN, async () => (await open()) === 0)
  state.over = true
  await Promise.all(working)
  return { acts, began, at, back, settled, open: await open() }
}

/** The engine is away for some minutes while people work. */
export async function away(setting: Setting): Promise<Part> {
  const { installation, receiver, minutes, small } = setting
  const { acts, began, at, back, settled, open } = await tell(setting)
  const strike: Strike = { part: 'temporal', at, back, requests: 1, underWay: 1 }
  const sizes = { instances: acts.length, kills: 1, pace: PACE, quiet: [0, 0] as const }
  const story = { seed: 0, sizes, began, ended: Date.now(), acts, strikes: [strike], stuck: open }
  const found = await installation.database.admin(look)
  const alarms = found.tickets.filter((ticket) => ticket.startsWith('alarm-'))
  // Those have no mail.
  const completed = found.completed.filter((ticket) => !ticket.startsWith('alarm-'))
  const verdict = judge(story, { ...found, completed }, receiver, await installation.mails())
  const rung = countDone(setting, 'alarm-')
  const calls = await callsAfter(setting, at, back)
  const [before, during] = [waits(acts, began, at), waits(acts, at, back)]
  const failed = acts
    .flatMap(({ tries }) => tries)
    .filter((one) => one.outcome !== 'ok' && one.began >= at && one.began < back)
  const acted = (list: number[]) =>
    `${list.length}, p50 ${quantile(list, 0.5).toFixed(0)} ms, p95 ${quantile(list, 0.95).toFixed(0)} ms`
  return {
    title: `The engine away for ${minutes} minutes`,
    lines: [
      `${PAIRS} pairs of people start instances of five steps (two forms, an approval, a call, a mail), one a second, and work on them;`,
      `${alarms.length} alarms are to ring while the engine is away.${small ? ' (Small.)' : ''}`,
      '',
      `- acts acknowledged before: ${acted(before)}; meanwhile: ${acted(during)}; refused or failed meanwhile: ${failed.length}`,
      `- calls wanted meanwhile: ${calls.length}, made after its return by p50 ${seconds(quantile(calls, 0.5))}, the last ${seconds(calls.at(-1))}`,
      `- alarms rung: ${rung.done} of ${alarms.length}; nothing open ${seconds(settled)} after its return`,
      `- asked again under the same key: calls ${verdict.repeatedCalls}, mails ${verdict.repeatedMails}`,
    ],
    broken: [
      ...verdict.broken,
      ...brokenOf([
        ['alarms that did not ring', alarms.length - rung.done],
        ['alarms that rang twice', rung.twice],
        ['acts that failed while the engine was away', failed.length],
        ['nobody could act while the engine was away', during.length > 0 ? 0 : 1],
      ]),
    ],
  }
}
