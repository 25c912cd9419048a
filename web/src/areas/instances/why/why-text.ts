import type { Person, Waiting } from '@throughline/contracts/running'
import { durationText } from '../../../shared/format/duration.ts'
import { momentWithin } from '../../../shared/format/moments.ts'
import { type Clock, shortDate } from '../../../shared/format/time.ts'
import { texts } from './why.texts.ts'

/** Whoever reads it, where and when. */
export type Reader = Clock & { me: string | undefined }

/** Oneself first, as "You" or in the middle of a sentence "you". */
function names(people: readonly Person[], me: string | undefined, you: string): string[] {
  const others = people.filter(({ id }) => id !== me).map(({ name }) => name)
  return others.length < people.length ? [you, ...others] : others
}

/** Who has to act: all of them, one of them, or as many as are still needed. */
function askedPeople({ people, queue, needed = 1 }: Waiting, me: string | undefined): string {
  const all = names(people, me, texts.you)
  if (all.length === 0) return queue?.name ?? texts.somebody
  if (all.length === 1 || needed >= all.length) return texts.all(all)
  return needed <= 1 ? texts.oneOf(all) : texts.someOf(needed, names(people, me, texts.youInside))
}

type Sentence = (waiting: Waiting, who: string, reader: Reader) => string

const missing: Record<Waiting['kind'], Sentence> = {
  person: ({ people, queue }, who) => (people.length === 0 && !queue ? texts.nobody : texts.must.complete(who)),
  queue: ({ queue }) => texts.claim(queue?.name ?? texts.somebody),
  approval: (_, who) => texts.must.approve(who),
  review: (_, who) => texts.must.review(who),
  query: (_, who) => texts.must.answer(who),
  tool: ({ attempts = 0, retry }) => {
    if (retry) return texts.tryingAgainOf(retry.next, retry.of)
    return attempts > 1 ? texts.tryingAgain(attempts) : texts.running
  },
  failed: ({ problem }) => problem || texts.failed,
  timer: ({ until }, _, reader) => (until ? texts.timer(momentWithin(until, reader.zone, reader.now)) : texts.running),
  mail_budget: ({ until }, _, reader) =>
    until ? texts.mailBudget(momentWithin(until, reader.zone, reader.now)) : texts.running,
  connection: ({ problem, until }, _, reader) =>
    until ? texts.limited(problem ?? '', momentWithin(until, reader.zone, reader.now)) : texts.signedOut(problem ?? ''),
  child: ({ child }) => (child ? texts.child(child.key, child.name) : texts.running),
  join: ({ for: steps = [] }) => texts.join(texts.all(steps)),
}

/** What is missing, as one sentence with a name. */
export const whatIsMissing = (waiting: Waiting, reader: Reader): string =>
  missing[waiting.kind](waiting, askedPeople(waiting, reader.me), reader)

function since({ kind, since: at, attempts = 0, reminded_at }: Waiting, clock: Clock): string {
  const when = momentWithin(at, clock.zone, clock.now)
  if (kind === 'failed') return texts.stopped(when, attempts)
  return reminded_at
    ? texts.askedAndReminded(when, shortDate(reminded_at, clock.zone, clock.now))
    : texts.openSince(when)
}

function release(waiting: Waiting): string | undefined {
  const { kind, needed, given = 0 } = waiting
  if (isStuck(waiting)) return undefined
  if (kind === 'approval' && needed !== undefined) return texts.approvals(Math.max(1, needed), needed + given)
  if (kind === 'person' || kind === 'queue' || kind === 'approval') return undefined
  if (kind === 'connection') return waiting.until ? texts.releases.tool : texts.reconnected
  return texts.releases[kind]
}

/** Since when, how long that usually takes, and what would release it. */
export function howItStands(waiting: Waiting, clock: Clock): string {
  const { usually, items, items_done = 0, kind } = waiting
  return [
    since(waiting, clock),
    usually !== null && !['failed', 'timer', 'mail_budget', 'connection'].includes(kind)
      ? texts.usually(durationText(usually))
      : undefined,
    items === undefined ? undefined : texts.items(items_done, items),
    release(waiting),
  ]
    .filter((sentence) => sentence !== undefined)
    .join(' ')
}

/** The reason in a few words, for a line of a list. */
export function inShort(waiting: Waiting, more: number, reader: Reader): string {
  const { short } = texts
  const first = shortly(waiting, more > 0, reader)
  return more > 0 ? short.more(first, more) : first
}

function shortly(waiting: Waiting, alone: boolean, reader: Reader): string {
  const { short } = texts
  const { kind, name, until, child } = waiting
  if (isStuck(waiting)) return short.stuck
  if (kind === 'failed') return short.failed(name)
  if (kind === 'timer') return until ? short.timer(name, shortDate(until, reader.zone, reader.now)) : name
  if (kind === 'connection') return until ? name : short.signedOut(name)
  if (kind === 'mail_budget') return until ? short.timer(name, momentWithin(until, reader.zone, reader.now)) : name
  if (kind === 'child' && child) return short.child(child.key)
  if (kind === 'join') return short.join(texts.all(waiting.for ?? []))
  if (kind === 'tool') return name
  const who = askedPeople(waiting, reader.me)
  if (waiting.change_request) return short.changes(who, alone ? undefined : name)
  return alone ? who : short.step(who, name)
}

/** No step of it has failed: the instance as a whole can’t go on, and nothing of it can be retried. */
const isStuck = ({ kind, step }: Waiting) => kind === 'failed' && step === null

/** The same reason, also after the page has asked again. */
export const reasonKey = ({ kind, step, task_id, since: at }: Waiting) => `${kind} ${step} ${task_id ?? at}`

const isMine = ({ act }: Waiting) => act === 'complete' || act === 'review' || act === 'answer'

/** Beside the heading: what the open steps lead to, and how many need whoever reads it. */
export function summary(waiting: readonly Waiting[]): string {
  const joins = waiting.filter(({ kind }) => kind === 'join')
  const mine = waiting.filter(isMine).length
  const words = joins.map((join) => {
    const names = join.for ?? []
    return texts.startsWhen(join.name, names.length, texts.all(names))
  })
  const steps = waiting.filter((reason) => !isStuck(reason)).length
  if (words.length === 0 && steps > 0) words.push(texts.waits(steps))
  if (mine > 0) words.push(texts.needsYou(mine))
  return words.join(' ')
}
