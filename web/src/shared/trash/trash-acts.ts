import { serverMessageOf } from '../server-message.ts'
import { type Act, perform } from '../use-act.ts'
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
  onFailed?: (subject: S, error: unknown) => boolean
}

/**
 * Deleting with Undo, restoring and deleting forever, with what is said about it. Each tells whether it was done, and
 * offers to try again where it was not.
 */
export function trashActs<S extends { id: string }, Removed>(trash: Trash<S, Removed>) {
  const { calls, nameOf, failed, refresh, removed = texts.removed, reasonOf = serverMessageOf } = trash

  const run = async <T>(act: Act<T>, again: () => unknown): Promise<boolean> => {
    const isDone = await perform({ ...act, retry: again }, reasonOf)
    if (isDone) await refresh()
    return isDone
  }

  const restore = (subject: S): Promise<boolean> => {
    const name = nameOf(subject)
    const act = { call: () => calls.restore(subject.id), done: texts.restored(name), failed: failed.restore(name) }
    return run(act, () => restore(subject))
  }

  const remove = (subject: S): Promise<boolean> => {
    const name = nameOf(subject)
    const act: Act<Removed> = {
      call: () => calls.remove(subject.id),
      done: (answer) => (trash.onOther?.(subject, answer) ? undefined : removed(name)),
      undo: () => restore(subject),
      failed: failed.remove(name),
      onFailed: (error) => trash.onFailed?.(subject, error) ?? false,
    }
    return run(act, () => remove(subject))
  }

  const purge = (subject: S): Promise<boolean> => {
    const name = nameOf(subject)
    const act = { call: async () => calls.purge?.(subject.id), done: texts.gone(name), failed: failed.remove(name) }
    return run(act, () => purge(subject))
  }

  return { remove, restore, purge }
}
