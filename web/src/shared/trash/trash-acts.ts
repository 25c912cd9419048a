import { toast } from '../../ui/toast.ts'
import { serverMessageOf } from '../server-message.ts'
import { texts } from './trash.texts.ts'

export interface Trash<S extends { id: string }, Removed> {
  calls: {
    remove: (id: S['id']) => Promise<Removed>
    restore: (id: S['id']) => Promise<unknown>
    purge?: (id: S['id']) => Promise<unknown>
  }
  /** What it is called in toasts. */
  nameOf: (subject: S) => string
  failed: { remove: (name: string) => string; restore: (name: string) => string }
  refresh: () => Promise<unknown>
  removed?: (name: string) => string
  reasonOf?: (error: unknown) => string | undefined
  /** Says so itself where deleting did something else; the answer is whether it has. */
  onOther?: (subject: S, answer: Removed) => boolean
  /** The same where it was refused. */
  onRefused?: (subject: S, error: unknown) => boolean
}

/**
 * Deleting with Undo, restoring and deleting forever, with what is said about it. Each tells whether it was done, and
 * offers to try again where it was not.
 */
export function trashActs<S extends { id: string }, Removed>(trash: Trash<S, Removed>) {
  const { calls, nameOf, failed, refresh, removed = texts.removed, reasonOf = serverMessageOf } = trash

  const fail = (title: string, error: unknown, again: () => unknown) => {
    const description = reasonOf(error)
    const action = { label: texts.retry, onPress: () => void again() }
    toast.error(title, { action, ...(description && { description }) })
    return false
  }

  const restore = async (subject: S): Promise<boolean> => {
    try {
      await calls.restore(subject.id)
      toast.success(texts.restored(nameOf(subject)))
      await refresh()
      return true
    } catch (error) {
      return fail(failed.restore(nameOf(subject)), error, () => restore(subject))
    }
  }

  const remove = async (subject: S): Promise<boolean> => {
    try {
      const answer = await calls.remove(subject.id)
      const action = { label: texts.undo, onPress: () => void restore(subject) }
      if (!trash.onOther?.(subject, answer)) toast.success(removed(nameOf(subject)), { action })
      await refresh()
      return true
    } catch (error) {
      if (trash.onRefused?.(subject, error)) return false
      return fail(failed.remove(nameOf(subject)), error, () => remove(subject))
    }
  }

  const purge = async (subject: S): Promise<boolean> => {
    try {
      await calls.purge?.(subject.id)
      toast.success(texts.gone(nameOf(subject)))
      await refresh()
      return true
    } catch (error) {
      return fail(failed.remove(nameOf(subject)), error, () => purge(subject))
    }
  }

  return { remove, restore, purge }
}
