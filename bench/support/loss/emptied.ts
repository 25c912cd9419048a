import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../../../server/test/statistics.ts'
import { emptyEngine, startEngine, stopEngine } from './databases.ts'
import { callsAtOnce, callsLater } from './documents.ts'
import { brokenOf, countDone, momentsOf, openAt, type Part, type Setting, seconds, ticketsOf } from './setting.ts'

/** Seconds of the alarms, and how many there are of each. */
interface Sizes {
  late: number
  mute: number
  soon: readonly number[]
  later: readonly number[]
  each: number
}
const LARGE: Sizes = { late: 120, mute: 80, soon: [90, 180, 300], later: [1_080, 1_200, 1_320], each: 50 }
const SMALL: Sizes = { late: 6, mute: 4, soon: [40, 60], later: [160, 170], each: 3 }

const CALLS_WITHIN = 15 * 60_000
const ALARM_WITHIN = 4 * 60_000

/** Until it rings, from its start: the ticket tells. */
const secondsOf = (ticket: string) => Number(ticket.split('-')[1])

interface Started {
  calls: number
  /** When each alarm has to ring, by ticket. */
  due: Map<string, number>
}

async function startAll(setting: Setting, { late, mute, soon, later, each }: Sizes): Promise<Started> {
  const { receiver, person, rows } = setting
  receiver.state.closed = true
  const kinds = [...later, ...soon]
  const waits = await Promise.all(
    kinds.map((after, n) => setting.publish(callsLater(`WAITS${n}`, `${receiver.origin}/effect`, person, after))),
  )
  const lateId = await setting.publish(callsAtOnce('LATE', `${receiver.origin}/late`, person))
  const muteId = await setting.publish(callsAtOnce('MUTE', `${receiver.origin}/mute`, person))
  await setting.start(lateId, ticketsOf('call-late-', late))
  await setting.start(muteId, ticketsOf('call-mute-', mute))
  for (const [n, id] of waits.entries()) await setting.start(id, ticketsOf(`alarm-${kinds[n]}-`, each))
  const begun = await rows<{ name: string; at: Date }>(
    `select name, created_at as at from instances where name ^@ 'alarm-'`,
  )
  return {
    calls: late + mute,
    due: new Map(begun.map(({ name, at }) => [name, at.getTime() + secondsOf(name) * 1_000])),
  }
}

/** All that was waited for has been asked for and not been answered, or its time has not come. */
const allOpen = async ({ rows }: Setting, calls: number) => {
  const [found] = await rows<{ n: number }>(
    `select count(*)::int as n from effects e join instances i on i.tenant_id = e.tenant_id and i.id = e.instance_id
     where i.name ^@ 'call-' and e.attempts > 0`,
  )
  return (found?.n ?? 0) >= calls
}

/** In the small form nobody waits ten minutes for what must have been looked at by then. */
const hurry = ({ rows }: Setting) =>
  rows(
    `update instance_wants w set by = now() from instances i
     where i.tenant_id = w.tenant_id and i.id = w.instance_id and i.name ^@ 'call-' and w.by < 'infinity'`,
  )

/** Under running instances the engine's databases are emptied. */
export async function emptied(setting: Setting): Promise<Part> {
  const { small, say, until } = setting
  const sizes = small ? SMALL : LARGE
  const { calls, due } = await startAll(setting, sizes)
  await until('every call was asked for', 300_000, () => allOpen(setting, calls))
  const lost = Date.now()
  await stopEngine()
  await emptyEngine()
  setting.receiver.state.closed = false
  await startEngine()
  say(`the engine is empty, and back after ${seconds(Date.now() - lost)}`)
  if (small) await hurry(setting)

  const passed = async () => (await openAt(setting, 'close', 'call-')) === calls
  const made = await until('every call is made', lost + CALLS_WITHIN - Date.now(), passed)
  const madeAt = made === undefined ? undefined : Date.now() - lost
  const latest = Math.max(...due.values()) + ALARM_WITHIN
  const all = async () => (await openAt(setting, 'close', '')) === calls + due.size
  await until('every alarm has rung', latest - Date.now(), all)
  await sleep(5_000)

  const moments = momentsOf(setting)
  const ahead = [...due].filter(([, at]) => at > lost)
  const isSoon = ([ticket]: [string, number]) => sizes.soon.includes(secondsOf(ticket))
  const rang = ([ticket]: [string, number]) => moments.get(ticket) ?? Number.POSITIVE_INFINITY
  const lateness = (list: [string, number][]) => list.map((one) => rang(one) - one[1]).toSorted((x, y) => x - y)
  const [soon, later] = [lateness(ahead.filter(isSoon)), lateness(ahead.filter((one) => !isSoon(one)))]
  const silent = ahead.filter((one) => isSoon(one) && rang(one) > lost + CALLS_WITHIN)
  const { twice, again } = countDone(setting, '')
  const tasksTwice = await setting.rows('select from tasks group by instance_id, step, round, item having count(*) > 1')
  const broken = brokenOf([
    ['calls not made within 15 minutes', madeAt === undefined ? 1 : 0],
    ['alarms that came due and did not ring within 15 minutes', silent.length],
    ['later alarms more than 4 minutes late', later.filter((late) => late > ALARM_WITHIN).length],
    ['done twice at the receiver', twice],
    ['tasks made twice', tasksTwice.length],
  ])
  const words = (list: number[]) =>
    `${list.length}, late by p50 ${seconds(quantile(list, 0.5))}, at most ${seconds(list.at(-1) ?? 0)}`
  return {
    title: "The engine's database emptied",
    lines: [
      `${calls + due.size} running instances when the engine was killed and its databases were dropped: ${sizes.late} whose call had not been taken,`,
      `${sizes.mute} whose call had been done and not answered, ${ahead.length} with an alarm ahead.${small ? ' (Small: deadlines of calls were moved.)' : ''}`,
      '',
      `- every open call made: ${seconds(madeAt)} after the loss (goal 15 minutes)`,
      `- alarms that came due soon: ${words(soon)}`,
      `- later alarms: ${words(later)} (goal 4 minutes)`,
      `- asked again under the same key: ${again}; done twice: ${twice}`,
    ],
    broken,
  }
}
