import { QueryClient } from '@tanstack/react-query'
import { scriptedLocks, scriptedMemory } from '../../../shared/unsent/testing/scripted-memory.ts'
import { connectToasts, type ToastMessage } from '../../../ui/toast.ts'
import { createOutbox } from '../changes/outbox.ts'
import type { StoredAct } from '../changes/queued-act.ts'

/** One browser, in which every page has an outbox of its own. */
export function scriptedBrowser() {
  const { memory, kept } = scriptedMemory<StoredAct>()
  const locks = scriptedLocks()
  const toasts: ToastMessage[] = []
  connectToasts({ show: (toast) => toasts.push(toast), close: () => undefined })
  const open = (memberId = 'maya') => {
    const outbox = createOutbox(new QueryClient(), { memory, locks })
    const close = outbox.open(memberId)
    return { outbox, close, states: () => outbox.get().map(({ state }) => state) }
  }
  return { kept, locks, toasts, open }
}
