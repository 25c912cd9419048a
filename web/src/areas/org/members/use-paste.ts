import type { InvitationResult } from '@throughline/contracts/org-members'
import { useState } from 'react'
import { reasonOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { inviteMany } from '../members.api.ts'
import { texts } from '../members.texts.ts'
import { type PastedLine, parsePeople, parsePerson } from './parse-people.ts'
import { pasteProblem } from './paste-many.tsx'
import type { Inviting } from './use-invite.ts'

/** `seat`: nothing is wrong with the line, it waits for a seat. */
type Refusal = { title: string; hint: string; seat?: boolean }
/** A line after it was sent: done, or refused and to be mended. */
export type SentLine = PastedLine & { refusal: Refusal | undefined }

const { result } = texts

function addressRefusal(email: string): readonly [string, string] {
  if (!email.includes('@')) return result.noAddress
  return /@[^@]*\.[^@.]+$/.test(email) ? result.badAddress : result.incomplete
}

function refusalTexts(line: PastedLine, { code, message }: InvitationResult): readonly [string, string] {
  switch (code) {
    case 'bad_email':
      return addressRefusal(line.email)
    case 'bad_name':
      return result.badName
    case 'repeated':
      return result.repeated
    case 'already_member':
      return result.member
    case 'limit_reached':
      return result.noSeat
    case null:
    default:
      return [result.refused, message ?? '']
  }
}

/** Answers come in the order of what was sent. */
const judged = (lines: readonly PastedLine[], results: readonly InvitationResult[]): SentLine[] =>
  lines.map((line, position) => {
    const answer = results[position]
    if (answer?.member) return { ...line, refusal: undefined }
    const [title, hint] = answer ? refusalTexts(line, answer) : [result.refused, '']
    return { ...line, refusal: { title, hint, seat: answer?.code === 'limit_reached' } }
  })

const edited = (line: SentLine, text: string): SentLine => ({ ...line, text, ...parsePerson(text) })

/** What was pasted, its result line by line, and the sending of what is left. */
export function usePaste({ orgId, grant, onSent, onClose }: Inviting) {
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ reason: string | undefined }>()
  const [lines, setLines] = useState<SentLine[]>()
  const [sending, setSending] = useState(0)
  /** How many seats the plan has, once somebody found none. */
  const [seats, setSeats] = useState<number | null>(null)
  const pasted = parsePeople(text)
  const problem = pasteProblem(pasted)
  const bad = lines?.filter(({ refusal }) => refusal) ?? []

  const deliver = async (people: readonly PastedLine[], good: readonly SentLine[]) => {
    if (!grant.role) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { results, seats: full } = await inviteMany(orgId, {
        people: people.map(({ name, email }) => ({ name, email })),
        role_id: grant.role.id,
        team_id: grant.team?.id ?? null,
      })
      const all = [...good, ...judged(people, results)].sort((a, b) => a.at - b.at)
      setSeats(full)
      onSent()
      if (all.every(({ refusal }) => !refusal)) finish(all)
      else {
        setLines(all)
        setSending(sending + 1)
      }
    } catch (error) {
      setFailure({ reason: reasonOf(error) })
    } finally {
      setBusy(false)
    }
  }
  const finish = (all: readonly SentLine[]) => {
    const sent = all.filter(({ refusal }) => !refusal).length
    if (sent > 0) toast.success(texts.addDialog.sent(sent))
    onClose()
  }

  return {
    text,
    change: (next: string) => setText(next),
    count: pasted.length,
    problem: tried || pasted.length > 0 ? problem : undefined,
    busy,
    failure,
    lines,
    bad,
    /** Where nothing else is wrong: those for whom there is no seat. */
    waiting: seats !== null && bad.every(({ refusal }) => refusal?.seat) ? { lines: bad, seats } : undefined,
    sending,
    send: () => {
      if (busy) return
      setTried(true)
      if (lines)
        void deliver(
          bad,
          lines.filter(({ refusal }) => !refusal),
        )
      else if (!problem) void deliver(pasted, [])
    },
    edit: (line: SentLine, next: string) => setLines(lines?.map((each) => (each === line ? edited(line, next) : each))),
    leaveOut: (line: SentLine) => {
      const rest = lines?.filter((each) => each !== line)
      if (rest?.every(({ refusal }) => !refusal)) finish(rest)
      else setLines(rest)
    },
  }
}
