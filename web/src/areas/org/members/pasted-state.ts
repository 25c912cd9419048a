import type { InvitationResult } from '@throughline/contracts/org-members'
import { texts } from '../members.texts.ts'
import { type PastedLine, parsePerson } from './parse-people.ts'

type Refusal = { title: string; hint: string }
/** A line after it was sent: done, or refused and to be mended. */
export type SentLine = PastedLine & { refusal: Refusal | undefined }

const { result } = texts

function addressRefusal(email: string): readonly [string, string] {
  if (!email.includes('@')) return result.noAddress
  return /@[^@]*\.[^@.]+$/.test(email) ? result.badAddress : result.incomplete
}

function wordsFor(line: PastedLine, { code, message }: InvitationResult): readonly [string, string] {
  switch (code) {
    case 'bad_email':
      return addressRefusal(line.email)
    case 'bad_name':
      return result.badName
    case 'repeated':
      return result.repeated
    case 'already_member':
      return result.member
    case null:
    default:
      return [result.refused, message ?? '']
  }
}

/** Answers come in the order of what was sent. */
export const judged = (lines: readonly PastedLine[], results: readonly InvitationResult[]): SentLine[] =>
  lines.map((line, position) => {
    const answer = results[position]
    if (answer?.member) return { ...line, refusal: undefined }
    const [title, hint] = answer ? wordsFor(line, answer) : [result.refused, '']
    return { ...line, refusal: { title, hint } }
  })

export const edited = (line: SentLine, text: string): SentLine => ({ ...line, text, ...parsePerson(text) })
