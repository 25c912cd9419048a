import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { wallClock } from '../../../core/zone-clock.ts'
import { waitingOf } from '../../instances/instances.public.ts'
import { type VisibilityScope, visibleTo } from '../../workflows/workflows.public.ts'
import { startedBy } from './digest.queries.ts'
import { dueWords } from './due-words.ts'
import { texts } from './inbox-mails.texts.ts'
import type { MailReading } from './listed-message.ts'
import type { InboxDigest } from './mail-content.ts'

const MOST_LISTED = 10
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Somebody has to do it; the rest goes on by itself. */
const BY_PEOPLE = ['person', 'queue', 'approval', 'review', 'query']

/** The day alone, as somebody in this zone says it. */
function dayWords(at: string, { zone, now }: MailReading): string {
  const due_day = new Date(wallClock(zone, new Date(at).getTime())).toISOString().slice(0, 10)
  return dueWords(zone, now, { due: at, due_day })?.short ?? ''
}

function longWords(ms: number | null): string | null {
  if (ms === null) return null
  return ms >= DAY ? texts.digest.days(Math.round(ms / DAY)) : texts.digest.hours(Math.max(1, Math.round(ms / HOUR)))
}

/** What a person started and somebody else has to go on with, the newest first. */
export async function waitingOn(
  tx: ReadTx,
  person: VisibilityScope,
  reading: MailReading,
): Promise<InboxDigest['waiting_on']> {
  const visible = (await visibleTo(tx, person)).ofInstance('i')
  const owner = { tenantId: tx.tenantId, memberId: person.memberId }
  const started = await startedBy(tx.db, owner, { visible, most: MOST_LISTED })
  const ids = started.map(({ id }) => id)
  const reasons = await waitingOf(tx, { ...person, permissions: new Set() }, ids, { first: true })
  return started.flatMap(({ id, name }) => {
    const [reason] = reasons.get(id) ?? []
    if (!reason || !BY_PEOPLE.includes(reason.kind)) return []
    if (reason.people.some((one) => one.id === person.memberId)) return []
    const names =
      reason.people.length > 0 ? reason.people.map((one) => one.name) : reason.queue ? [reason.queue.name] : []
    const note = texts.digest.waitingNote(names, dayWords(reason.since, reading), longWords(reason.usually))
    return { title: name, note: `${reason.name} · ${note}` }
  })
}
