import type { ReportProblem } from '@throughline/contracts/reports'
import pg from 'pg'
import type { CheckedQuery } from './gate/check-query.ts'
import { placeOf } from './gate/refusal.ts'
import { texts } from './report-texts.ts'

const CANCELED = '57014'
const NO_ROOM = new Set(['53400', '53200', '53100'])
/** The server's own word for one value of more than a gigabyte; it has no code of its own. */
const TOO_LONG_TO_HOLD = /^invalid memory alloc request size/
/** What is wrong with the query itself, or with a value it met: trying again would end the same. */
const OF_THE_QUERY = /^(22|42|21|RPT|54|0A)/

const sentence = (message: string) => {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/** The last place of the query that was printed before this one. */
const writtenAt = ({ places }: CheckedQuery, position: number) =>
  places.findLast(([printed]) => printed <= position)?.[1]

/** Why the database could not answer, in words; nothing where it is not the query's fault. */
export function databaseProblem(
  error: unknown,
  query: string,
  checked: CheckedQuery,
  { before, seconds, background }: { before: number; seconds: number; background: boolean },
): ReportProblem | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  const code = error.code ?? ''
  if (code === CANCELED)
    return { message: texts.tooSlow(seconds), hint: background ? texts.narrow : texts.narrowOrFile }
  if (NO_ROOM.has(code) || TOO_LONG_TO_HOLD.test(error.message))
    return { message: texts.tooMuchRoom, hint: texts.narrow }
  if (!OF_THE_QUERY.test(code)) return undefined
  // Counted from 1, and in what was sent.
  const position = error.position === undefined ? undefined : Number(error.position) - 1 - before
  const written = position === undefined ? undefined : writtenAt(checked, position)
  return {
    message: sentence(error.message),
    ...(error.hint !== undefined && { hint: sentence(error.hint) }),
    ...(written !== undefined && placeOf(query, written)),
  }
}
