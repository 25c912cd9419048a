import { useCallback, useState } from 'react'
import { toast } from '../ui/toast.ts'
import { uiTexts } from '../ui/ui.texts.ts'
import { serverMessageOf } from './server-message.ts'

/** With a label of its own where the usual one does not fit. */
type Offer = (() => unknown) | { label: string; act: () => unknown }

export interface Act<T> {
  /** Tells acts of one page apart while they are under way. */
  name?: string
  call: () => Promise<T>
  /** Shows it as done before the server has answered, and gives the way back. */
  optimistic?: () => Promise<() => void>
  /** What is said when it is done; nothing where the page shows it. */
  done?: string | ((answer: T) => string | undefined)
  /** Said below that: what it was done to. */
  note?: string
  undo?: Offer | undefined
  failed: string
  /** Told of the error first; true where the page says itself what went wrong, so that no toast does. */
  onFailed?: ((error: unknown) => boolean) | undefined
  /** Offered where the question it was asked with is gone. The call itself keeps its key. */
  retry?: Offer
  /** The next toast of this id takes the place of this one. */
  toast?: string
}

interface ActOptions {
  /** What to read anew, whatever came of it. */
  refresh?: () => Promise<unknown>
  reasonOf?: (error: unknown) => string | undefined
}

const nothing = () => Promise.resolve()
function pressable(offer: Offer | undefined, usual: string) {
  if (!offer) return undefined
  const { label, act } = typeof offer === 'function' ? { label: usual, act: offer } : offer
  return { action: { label, onPress: () => void act() } }
}

/** Tells whether it was done; what went wrong has been said then. */
export async function perform<T>(
  act: Act<T>,
  reasonOf: (error: unknown) => string | undefined = serverMessageOf,
): Promise<boolean> {
  const { call, optimistic, done, note, undo, failed, onFailed, retry, toast: id } = act
  const takeBack = await optimistic?.()
  try {
    const answer = await call()
    const title = typeof done === 'function' ? done(answer) : done
    if (title !== undefined)
      toast.success(title, { ...(id && { id }), ...(note && { description: note }), ...pressable(undo, uiTexts.undo) })
    return true
  } catch (error) {
    takeBack?.()
    if (onFailed?.(error)) return false
    const description = reasonOf(error)
    toast.error(failed, { ...(id && { id }), ...(description && { description }), ...pressable(retry, uiTexts.retry) })
    return false
  }
}

/** What a person does: one call, shown and taken back where it fails, with what is said and read anew afterwards. */
export function useAct({ refresh = nothing, reasonOf = serverMessageOf }: ActOptions = {}) {
  const [busy, setBusy] = useState<string>()
  const run = useCallback(
    async <T>(act: Act<T>): Promise<boolean> => {
      const { name = 'act' } = act
      setBusy(name)
      const isDone = await perform(act, reasonOf)
      // A dialog need not stay until everything is read, but the same act is not begun again before.
      void refresh().finally(() => setBusy((now) => (now === name ? undefined : now)))
      return isDone
    },
    [refresh, reasonOf],
  )
  return { busy, run }
}
