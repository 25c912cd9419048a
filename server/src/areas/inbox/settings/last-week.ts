import { MESSAGE_KINDS, type MessageKind } from '@throughline/contracts/messages'
import type { Digest } from '@throughline/contracts/notification-settings'
import type { Choice } from '../telling/builtin-choices.ts'
import type { WeekRow } from './settings.queries.ts'

type Choices = Record<MessageKind, Choice>

const MOST_DIGESTS: Record<Digest['days'], number> = { working_days: 5, every_day: 7, mondays: 1, off: 0 }

const sum = (rows: readonly WeekRow[]) => rows.reduce((total, { pieces }) => total + pieces, 0)
/** Read or done before its mail was due; it would have been with other settings too. */
const isSkipped = ({ mail }: WeekRow) => mail === null || mail === 'skipped'

const mailedBy = (choices: Choices, rows: readonly WeekRow[]) =>
  rows.filter(({ kind, mail }) => emailOf(choices, kind) === 'now' && mail !== 'included')

function emailOf(choices: Choices, kind: string) {
  const known = MESSAGE_KINDS.find((one) => one === kind)
  return known && choices[known].inbox ? choices[known].email : 'off'
}

/** Last week's news, as it would have come with these choices. */
export function countWeek(rows: readonly WeekRow[], own: Choices, defaults: Choices, digest: Digest['days']) {
  const told = rows.filter(({ kind }) => MESSAGE_KINDS.some((one) => one === kind && own[one].inbox))
  const mailed = mailedBy(own, rows)
  const digestDays = new Set(rows.filter(({ kind }) => emailOf(own, kind) === 'digest').map(({ day }) => day))
  return {
    messages: new Set(told.flatMap(({ message_ids }) => message_ids)).size,
    emails: sum(mailed.filter((row) => !isSkipped(row))),
    digests: Math.min(digestDays.size, MOST_DIGESTS[digest]),
    default_emails: sum(mailedBy(defaults, rows).filter((row) => !isSkipped(row))),
    skipped: sum(mailed.filter(isSkipped)),
  }
}
