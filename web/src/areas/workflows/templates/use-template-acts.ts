import { useQueryClient } from '@tanstack/react-query'
import type { Template } from '@throughline/contracts/templates'
import { useMemo } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { templateCalls } from './templates.api.ts'
import { texts } from './templates.texts.ts'

/** Deleting a template and taking it back, with what is said about it. */
export function useTemplateActs() {
  const queries = useQueryClient()
  return useMemo(() => {
    const act = async (call: Promise<unknown>, done: () => void, failed: string, again: () => unknown) => {
      try {
        await call
        done()
        await queries.invalidateQueries({ queryKey: templateCalls.key })
      } catch (error) {
        const description = serverMessageOf(error)
        toast.error(failed, {
          action: { label: texts.retry, onPress: () => void again() },
          ...(description && { description }),
        })
      }
    }
    const restore = (template: Template): Promise<void> =>
      act(
        templateCalls.restore(template.id),
        () => toast.success(texts.restored(template.name)),
        texts.notRestored,
        () => restore(template),
      )
    const remove = (template: Template): Promise<void> =>
      act(
        templateCalls.remove(template.id),
        () =>
          toast.success(texts.removed(template.name), {
            action: { label: texts.undo, onPress: () => void restore(template) },
          }),
        texts.notRemoved,
        () => remove(template),
      )
    return { remove, restore }
  }, [queries])
}
