import type { QueryClient } from '@tanstack/react-query'
import type { MessageId } from '@throughline/contracts/ids'
import type { Message } from '@throughline/contracts/inbox'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { refreshTasks } from '../../tasks/tasks.api.ts'
import { listsKey, messageQuery } from '../inbox.api.ts'
import type { ActQueue } from './act-queue.ts'
import { knownMessage, putMessage, refreshCounts } from './message-cache.ts'
import { actionOf, isGivenUp, isUnsent, type QueuedAct, withAct, withUnsent } from './queued-act.ts'
import { isFailure, isRefusal, sendAct } from './send-act.ts'
import { texts } from './unsent.texts.ts'

/** kept: it is sent when the server can be reached. */
export type ActOutcome = 'kept' | { next: MessageId | null }

type Asking = { id: MessageId; resolve: (outcome: ActOutcome) => void; reject: (error: unknown) => void }

/** By the key of the act: the person who pressed still looks on, and is told there instead of in a toast. */
export type Askings = Map<string, Asking>

/** Sends acts, and brings what the server has answered to the pages that show it. */
export function createSettling(queries: QueryClient, queue: ActQueue, asking: Askings) {
  const refreshAsk = (id: MessageId) => {
    void refreshTasks(queries)
    void queries.invalidateQueries({ queryKey: messageQuery(id).queryKey })
  }
  const refresh = (act: QueuedAct) => {
    void refreshCounts(queries)
    if (actionOf(act)) for (const id of act.ids) refreshAsk(id)
  }
  const showSaved = (sent: QueuedAct, saved: readonly Message[], refused: ReadonlySet<MessageId>) => {
    const answered = new Map(saved.map((message) => [message.id, message]))
    for (const id of sent.ids) {
      const known = knownMessage(queries, id)
      const now = answered.get(id) ?? (known && !refused.has(id) ? withAct(known, sent.change) : undefined)
      if (now) putMessage(queries, withUnsent(now, queue.get(), sent.key))
    }
    refresh(sent)
    // Lists that are not in view show it when they are opened again.
    void queries.invalidateQueries({ queryKey: listsKey, refetchType: 'none' })
  }
  /** The person who pressed, if they still look on; asked before the queue changes, which settles the others. */
  const takeAsking = ({ key }: QueuedAct): Asking | undefined => {
    const asked = asking.get(key)
    asking.delete(key)
    return asked
  }
  const refuse = (act: QueuedAct, error: unknown, reason = serverMessageOf(error)) => {
    const action = actionOf(act)
    const asked = takeAsking(act)
    queue.replace(act.key, asked ? [] : [{ ...act, state: 'refused', reason }])
    if (asked) asked.reject(error)
    else if (action) toast.error(texts.notSaved(action.action), { id: act.key, ...(reason && { description: reason }) })
    refresh(act)
  }
  /** Tells whether it was the last try. */
  const fail = (act: QueuedAct, error: unknown): boolean => {
    if (!isFailure(error)) return false
    const failed = { ...act, failures: (act.failures ?? 0) + 1 }
    if (isGivenUp(failed)) refuse(failed, error, texts.failed)
    else queue.replace(act.key, [failed])
    return isGivenUp(failed)
  }
  const attempt = async (act: QueuedAct): Promise<boolean> => {
    try {
      const { saved, refused, next } = await sendAct(act)
      showSaved(act, saved, new Set(refused.map(({ id }) => id)))
      const left = refused.map(
        ({ id, reason }): QueuedAct => ({ ...act, key: `${act.key} ${id}`, ids: [id], state: 'refused', reason }),
      )
      const asked = takeAsking(act)
      queue.replace(act.key, left)
      const action = actionOf(act)
      if (asked) asked.resolve({ next })
      else if (action) toast.success(texts.saved(action.action))
    } catch (error) {
      if (!isRefusal(error)) return fail(act, error)
      refuse(act, error)
    }
    return true
  }
  const keep = () => {
    for (const { resolve } of asking.values()) resolve('kept')
    asking.clear()
  }
  /** Another page has sent or discarded it, or was refused: which one, the message itself says when it is read anew. */
  const settleElsewhere = () => {
    if (queue.memberId() === undefined) return
    for (const [key, { id, resolve }] of asking) {
      if (queue.get().some((act) => act.key === key && isUnsent(act))) continue
      asking.delete(key)
      refreshAsk(id)
      resolve('kept')
    }
  }
  return { attempt, keep, settleElsewhere, refresh }
}
