import type { Task } from '@throughline/contracts/tasks'
import { useId, useState } from 'react'
import { isChanged } from '../../../shared/server-message.ts'
import { useConfirmedValue } from '../../../shared/use-confirmed-value.ts'
import { lookedAt, markOf } from './bound-files.ts'

export const VERDICTS = ['approve', 'reject', 'changes'] as const
export type Verdict = (typeof VERDICTS)[number]

/** A verdict as it is sent. An empty list says that no files were shown, so that newer ones are not decided on unseen. */
export type DecisionBody = { decision: Verdict; comment: string; files: ReturnType<typeof lookedAt> }

type DecisionOptions = {
  /** The file beside it is still on its way: nobody approves what they have not seen. */
  waits: boolean
  busy: boolean
  /** Tells whether it counts; `onFailed` whether the page says itself what went wrong. */
  call: (body: DecisionBody, onFailed: (error: unknown) => boolean) => Promise<boolean>
}

/** The comment that is being written, and sending it with a verdict. */
export function useDecision(task: Pick<Task, 'attachments'>, { waits, busy, call }: DecisionOptions) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const files = lookedAt(task)
  const hand = useConfirmedValue(markOf(files))
  /** Whether the verdict can be given as things are; says what is missing. */
  const isReady = (decision: Verdict): boolean => {
    if (busy || (waits && decision === 'approve')) return false
    if (decision === 'approve' || comment.trim() !== '') return true
    setMissing(true)
    document.getElementById(id)?.focus()
    return false
  }
  const send = async (decision: Verdict) => {
    if (busy || (waits && decision === 'approve') || !hand.press() || !isReady(decision)) return
    const isDone = await call({ decision, comment: comment.trim(), files }, (error) => {
      if (isChanged(error)) hand.refused()
      return isChanged(error)
    })
    if (!isDone) return
    setComment('')
    hand.decided()
    setMissing(false)
  }
  return { id, comment, setComment, missing: missing && comment.trim() === '', files: hand, isReady, send }
}
