import type { QueryClient } from '@tanstack/react-query'
import type { MessageId } from '@throughline/contracts/ids'
import type { Message } from '@throughline/contracts/inbox'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { refreshTasks } from '../../tasks/tasks.api.ts'
import { listsKey, messageQuery } from '../inbox.api.ts'
import type { ActQueue } from './act-queue.ts'
import { knownMessage, putMessage, refreshCounts } from './message-cache.ts'
import { actionOf, type QueuedAct, withAct, withUnsent } from './queued-act.ts'
import { isRefusal, sendAct } from './send-act.ts'
import { texts } from './unsent.texts.ts'

/** kept: it is sent when the server can be reached. */
export type ActOutcome = 'kept' | { next: MessageId | null }

type Asking = { resolve: (outcome: ActOutcome) => void; reject: (error: unknown) => void }

/** By the key of the act: the person who pressed still looks on, and is told there instead of in a toast. */
export type Askings = Map<string, Asking>

/** Sends acts, and brings what the server has answered to the pages that show it. */
export function createSettling(queries: QueryClient, queue: ActQueue, asking: Askings) {
  const refresh = (act: QueuedAct) => {
    void refreshCounts(queries)
    if (!actionOf(act)) return
    void refreshTasks(queries)
    for (const id of act.ids) void queries.invalidateQueries({ queryKey: messageQuery(id).queryKey })
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
  const refuse = (act: QueuedAct, error: unknown) => {
    const reason = serverMessageOf(error)
    const action = actionOf(act)
    const asked = asking.get(act.key)
    queue.replace(act.key, asked ? [] : [{ ...act, state: 'refused', reason }])
    if (asked) asked.reject(error)
    else if (action) toast.error(texts.notSaved(action.action), { id: act.key, ...(reason && { description: reason }) })
    refresh(act)
  }
  const attempt = async (act: QueuedAct): Promise<boolean> => {
    try {
      const { saved, refused, next } = await sendAct(act)
      showSaved(act, saved, new Set(refused.map(({ id }) => id)))
      const left = refused.map(
        ({ id, reason }): QueuedAct => ({ ...act, key: `${act.key} ${id}`, ids: [id], state: 'refused', reason }),
      )
      queue.replace(act.key, left)
      const action = actionOf(act)
      if (asking.has(act.key)) asking.get(act.key)?.resolve({ next })
      else if (action) toast.success(texts.saved(action.action))
    } catch (error) {
      if (!isRefusal(error)) return false
      refuse(act, error)
    }
    asking.delete(act.key)
    return true
  }
  const keep = () => {
    for (const { resolve } of asking.values()) resolve('kept')
    asking.clear()
  }
  return { attempt, keep, refresh }
}
