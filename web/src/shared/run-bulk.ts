import type { BulkResult } from '@throughline/contracts/running'
import { serverMessageOf, wasRefused } from './server-message.ts'

/** As many as the server takes at once. */
const AT_ONCE = 200

export type BulkRow<S> = {
  subject: S
  result: BulkResult['result']
  /** Why not. */
  reason?: string | undefined
  /** Asked again with the same one, it does nothing twice. */
  key: string
}

export type BulkAnswer = Pick<BulkResult, 'id' | 'result' | 'message'>

/** Asks the server for one act on all of these. */
export type BulkCall<S> = (subjects: readonly S[], idempotencyKey: string) => Promise<readonly BulkAnswer[]>

async function ask<S extends { id: string }>(call: BulkCall<S>, subjects: readonly S[], key: string) {
  const each = (told: (subject: S) => Pick<BulkRow<S>, 'result' | 'reason'>) =>
    subjects.map((subject): BulkRow<S> => ({ subject, key, ...told(subject) }))
  try {
    const byId = new Map((await call(subjects, key)).map((answer) => [answer.id, answer]))
    return each(({ id }) => {
      const { result, message } = byId.get(id) ?? { result: 'unknown', message: null }
      return { result, reason: message ?? undefined }
    })
  } catch (error) {
    return each(() =>
      wasRefused(error) ? { result: 'refused', reason: serverMessageOf(error) } : { result: 'unknown' },
    )
  }
}

export const portions = <S>(subjects: readonly S[]) =>
  Array.from({ length: Math.ceil(subjects.length / AT_ONCE) }, (_, n) => subjects.slice(n * AT_ONCE, (n + 1) * AT_ONCE))

async function forEachInTurn<T, R>(items: readonly T[], each: (item: T) => Promise<R[]>): Promise<R[]> {
  const rows: R[] = []
  for (const item of items) rows.push(...(await each(item)))
  return rows
}

export const runBulk = <S extends { id: string }>(call: BulkCall<S>, subjects: readonly S[]): Promise<BulkRow<S>[]> =>
  forEachInTurn(portions(subjects), (portion) => ask(call, portion, crypto.randomUUID()))

/** Only what is not known, each under the key it was asked with before. */
export function tryAgain<S extends { id: string }>(
  call: BulkCall<S>,
  rows: readonly BulkRow<S>[],
): Promise<BulkRow<S>[]> {
  const unknown = rows.filter(({ result }) => result === 'unknown')
  const calls = [...Map.groupBy(unknown, ({ key }) => key)]
  return forEachInTurn(calls, ([key, group]) =>
    ask(
      call,
      group.map(({ subject }) => subject),
      key,
    ),
  )
}
