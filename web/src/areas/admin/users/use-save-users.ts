import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'
import { useState } from 'react'
import { isStale } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import { useBulk } from '../../../shared/use-bulk.ts'
import { countsQuery, updateMany, updateOne } from '../admin.api.ts'
import {
  changesInternal,
  countFlags,
  needsReason,
  type UserChange,
  type UserChanges,
  updateOf,
} from './use-user-changes.ts'
import { spec, texts } from './users.texts.ts'

/** The server asks for another code after five minutes; the page a little earlier, so that none is refused on the way. */
const CODE_COUNTS = 4 * 60_000

const countsStill = (confirmedAt: number) => Date.now() - confirmedAt < CODE_COUNTS

type Job = { reason: string }

const reasonFor = (change: UserChange, reason: string) => (needsReason(change) ? reason : '')

/** Saves one row or all of them. A role or the internal flag asks for a reason first, and for a code. */
export function useSaveUsers({ forget, settle }: Pick<UserChanges, 'forget' | 'settle'>) {
  const queries = useQueryClient()
  const [confirmedAt, setConfirmedAt] = useState(0)
  const [question, setQuestion] = useState<{ changes: readonly UserChange[]; needsCode: boolean }>()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['admin', 'users'] }),
      queries.invalidateQueries({ queryKey: countsQuery.queryKey }),
    ])
  const { busy, run } = useAct({ refresh })

  const bulk = useBulk<Job, UserChange>({
    call: async ({ reason }, changes) => {
      const results = await updateMany(changes.map((change) => updateOf(change, reasonFor(change, reason))))
      // A row that somebody else changed meanwhile shows what they did; the others that were refused stay as ticked.
      const settled = results.filter(({ result, code }) => result !== 'refused' || code === CODES.staleVersion)
      const over = new Set<string>(settled.map(({ user_id }) => user_id))
      settle(
        changes.filter(({ id }) => over.has(id)),
        settled.flatMap(({ user }) => user ?? []),
      )
      return results.map(({ user_id, result, message }) => ({
        id: user_id,
        result: result === 'refused' ? 'refused' : 'done',
        message: result === 'asked' ? texts.waitsShort : message,
      }))
    },
    countText: texts.users,
    done: (_, what) => texts.usersUpdated(what),
    note: (changes) => texts.flagsChanged(countFlags(changes)),
    after: refresh,
  })

  const sendOne = async (change: UserChange, reason: string) => {
    await run({
      name: change.id,
      call: async () => {
        const answer = await updateOne(updateOf(change, reasonFor(change, reason)))
        settle([change], [answer.user])
        return answer
      },
      done: ({ result }) => (result === 'asked' ? texts.waitsForSecond : spec.updated),
      note: texts.userFlags(change.user.email, countFlags([change])),
      failed: spec.notUpdated,
      onFailed: (error) => {
        if (isStale(error)) forget([change.id])
        if (error instanceof ApiError && error.code === CODES.confirmationRequired) setConfirmedAt(0)
        return false
      },
      retry: () => save([change]),
    })
  }
  const send = (changes: readonly UserChange[], reason: string) => {
    const [one, ...others] = changes
    if (one && others.length === 0) void sendOne(one, reason)
    else void bulk.run({ reason }, changes)
  }
  const save = (changes: readonly UserChange[]) => {
    if (changes.some(needsReason))
      setQuestion({ changes, needsCode: changes.some(changesInternal) && !countsStill(confirmedAt) })
    else send(changes, '')
  }
  return {
    busy,
    bulk,
    save,
    /** What is to be said before it is saved. */
    question: question && {
      changes: question.changes.filter(needsReason),
      needsCode: question.needsCode,
      onConfirmed: () => setConfirmedAt(Date.now()),
      onReason: (reason: string) => {
        setQuestion(undefined)
        send(question.changes, reason)
      },
      onCancel: () => setQuestion(undefined),
    },
  }
}

export type SaveUsers = ReturnType<typeof useSaveUsers>
