import { useQueryClient } from '@tanstack/react-query'
import type { MessageId } from '@throughline/contracts/ids'
import type { Message } from '@throughline/contracts/inbox'
import { useState } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { OutboxFullError, outboxOf } from '../changes/outbox.ts'
import type { MessageAction } from '../inbox.api.ts'
import { texts } from './pane.texts.ts'

export type DoneAct = {
  action: MessageAction['action']
  at: number
  next: MessageId | null
  title: string
  note?: string
}

type ActOptions = {
  title?: string
  note?: string
  /** True where the page says itself what went wrong. */
  onFailed?: (error: unknown) => boolean
}

/** What a message asks for, done where it is read. Nothing is shown as done before the server has said so. */
export function useMessageAct(message: Message) {
  const outbox = outboxOf(useQueryClient())
  const [done, setDone] = useState<DoneAct>()
  const { busy, run } = useAct()
  const act = async (body: MessageAction, { title, note, onFailed }: ActOptions = {}): Promise<boolean> => {
    if (busy !== undefined) return false
    const { action } = body
    return run({
      name: action,
      toast: `message-${message.id}`,
      call: async () => {
        const outcome = await outbox.act(message.id, body)
        if (outcome === 'kept') return
        const { next } = outcome
        setDone({ action, at: Date.now(), next, title: title ?? texts.done[action], ...(note && { note }) })
      },
      failed: texts.failed[action],
      onFailed: (error) => error instanceof OutboxFullError || (onFailed?.(error) ?? false),
    })
  }
  return { busy, done, act }
}

export type MessageActs = ReturnType<typeof useMessageAct>
