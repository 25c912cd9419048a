import { quantile } from '../../../server/test/statistics.ts'
import type { Installation } from '../crash/installation.ts'
import type { CaughtMail } from '../crash/ledger.ts'
import type { Act } from './acts.ts'
import type { Receiver } from './receiver.ts'
import type { Story, Strike } from './run.ts'

const LEAST_IN_FLIGHT = 0.8
const LONGEST_RECOVERY = 30_000

type Admin = Parameters<Parameters<Installation['database']['admin']>[0]>[0]

export interface Found {
  /** Tickets of the instances that exist, and of those that have completed. */
  tickets: string[]
  completed: string[]
  /** Tasks whose answer or decision is on record. */
  acted: Set<string>
  turns: number[]
  outbox: number
  dead: number
  /** Steps that were opened twice in one round, or tasks made twice. */
  twice: number
  /** Messages that there are, pieces of news that somebody got twice, and asks that are over and still shown. */
  messages: number
  toldTwice: number
  stillAsked: number
}

/** Of each instance: the approver is asked, and its starter hears of the decision and is asked to close it. */
export const TOLD_OF_EACH = 3

export async function look(admin: Admin): Promise<Found> {
  const column = async <T>(sql: string) => (await admin.query<{ x: T }>(sql)).rows.map(({ x }) => x)
  return {
    tickets: await column<string>('select name as x from instances'),
    completed: await column<string>("select name as x from instances where status = 'completed'"),
    acted: new Set(
      await column<string>('select task_id::text as x from task_answers union select task_id::text from decisions'),
    ),
    turns: (await column<Date>('select committed_at as x from instance_turns'))
      .map((at) => at.getTime())
      .toSorted((a, b) => a - b),
    outbox: (await column<number>('select count(*)::int as x from outbox'))[0] ?? 0,
    dead: (await column<number>('select count(*)::int as x from outbox_dead'))[0] ?? 0,
    twice:
      (
        await column<number>(
          'select count(*)::int as x from (select from tasks group by instance_id, step, round, item having count(*) > 1) d',
        )
      )[0] ?? 0,
    messages: (await column<number>('select count(*)::int as x from messages'))[0] ?? 0,
    toldTwice:
      (
        await column<number>(
          'select count(*)::int as x from (select from message_news group by member_id, message_id having count(*) > 1) d',
        )
      )[0] ?? 0,
    stillAsked: (await column<number>('select count(*)::int as x from messages where needs_you'))[0] ?? 0,
  }
}

/** From the kill until an act was acknowledged again and a turn was taken again, whichever came later. */
export function recoveryOf({ at }: Strike, turns: readonly number[], acts: readonly Act[]): number {
  const acknowledged = acts.flatMap(({ ok }) => (ok !== undefined && ok > at ? ok : []))
  const turned = turns.find((turn) => turn > at)
  return Math.max(acknowledged.length > 0 ? Math.min(...acknowledged) - at : 0, turned === undefined ? 0 : turned - at)
}

export interface Verdict {
  inFlight: number
  recoveries: number[]
  repeatedCalls: number
  repeatedMails: number
  broken: string[]
}

export function judge(
  story: Story,
  found: Found,
  receiver: Receiver,
  mails: readonly CaughtMail[],
  differing: readonly string[] = [],
): Verdict {
  const { acts, strikes } = story
  const acknowledged = acts.filter(({ ok }) => ok !== undefined)
  const existing = new Map<string, number>()
  for (const ticket of found.tickets) existing.set(ticket, (existing.get(ticket) ?? 0) + 1)
  const lostStarts = acknowledged.filter(({ kind, subject }) => kind === 'start' && !existing.has(subject))
  const lostActs = acknowledged.filter(({ kind, subject }) => kind !== 'start' && !found.acted.has(subject))
  const doubled = [...existing].filter(([, times]) => times > 1)
  const keysOf = new Map<string, number>()
  for (const { instance } of receiver.asked.values()) keysOf.set(instance, (keysOf.get(instance) ?? 0) + 1)
  const mailIds = new Map<string, Set<string>>()
  for (const { to, messageId } of mails)
    for (const address of to) mailIds.set(address, (mailIds.get(address) ?? new Set()).add(messageId))
  const effectedTwice = [...keysOf].filter(([, keys]) => keys > 1)
  const mailedTwice = [...mailIds].filter(([, ids]) => ids.size > 1)
  const withoutCall = found.completed.filter((ticket) => !keysOf.has(ticket))
  const withoutMail = found.completed.filter((ticket) => !mailIds.has(`${ticket}@example.test`))
  const inFlight = strikes.filter(({ requests, underWay }) => requests + underWay > 0).length / strikes.length
  const recoveries = strikes.map((strike) => recoveryOf(strike, found.turns, acts)).toSorted((a, b) => a - b)
  const checks: [string, number][] = [
    ['acknowledged starts lost', lostStarts.length],
    ['acknowledged acts lost', lostActs.length],
    ['instances for one key', doubled.length],
    ['tasks made twice', found.twice],
    ['effects under two keys', effectedTwice.length],
    ['mails under two ids', mailedTwice.length],
    ['completed without the call', withoutCall.length],
    ['completed without the mail', withoutMail.length],
    ['not told', Math.abs(found.completed.length * TOLD_OF_EACH - found.messages)],
    ['told twice', found.toldTwice],
    ['still asked for what is done', found.stillAsked],
    ['figures that differ from the turns', differing.length],
    ['stuck', story.stuck],
    ['left in the outbox', found.outbox],
    ['given up by the relay', found.dead],
    ['acts refused', acts.filter(({ refused, taken }) => refused !== undefined && !taken).length],
    ['acts never settled', acts.filter(({ ok, refused }) => ok === undefined && refused === undefined).length],
    ['recovery p95 above 30 s', quantile(recoveries, 0.95) > LONGEST_RECOVERY ? 1 : 0],
    ['too few kills with work in flight', inFlight < LEAST_IN_FLIGHT ? 1 : 0],
  ]
  return {
    inFlight,
    recoveries,
    repeatedCalls: [...receiver.asked.values()].reduce((sum, { times }) => sum + times - 1, 0),
    repeatedMails: mails.length - [...mailIds.values()].reduce((sum, ids) => sum + ids.size, 0),
    broken: checks.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`),
  }
}
