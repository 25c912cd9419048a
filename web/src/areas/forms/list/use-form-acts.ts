import { useNavigate } from '@tanstack/react-router'
import type { FormRow } from '@throughline/contracts/forms'
import type { FormId } from '@throughline/contracts/ids'
import { useMemo } from 'react'
import { trashActs } from '../../../shared/trash/trash-acts.ts'
import { useAct } from '../../../shared/use-act.ts'
import { toast } from '../../../ui/toast.ts'
import { formCalls, useFormsRefresh } from '../forms.api.ts'
import { spec, texts } from '../forms.texts.ts'

/** What one can do to a form from the list, with what is said about it afterwards. */
export function useFormActs() {
  const navigate = useNavigate()
  const refresh = useFormsRefresh()
  const { run } = useAct({ refresh })
  return useMemo(() => {
    const open = (formId: FormId) =>
      navigate({ to: '/form-builder/$formId', params: { formId }, search: { edit: true } })

    const trash = trashActs({
      calls: formCalls,
      nameOf: ({ title }: FormRow) => title || texts.untitled,
      failed: { remove: () => spec.deleteFailed, restore: () => texts.notRestored },
      refresh,
    })

    const publish = (form: FormRow): Promise<boolean> =>
      run({
        call: async () => {
          const answer = await formCalls.publish(form.id)
          toast.success(spec.published, { description: spec.publishedNote })
          return answer
        },
        failed: spec.publishFailed,
        // What stands in the way is shown and mended in the builder.
        retry: { label: texts.openIt, act: () => open(form.id) },
      })

    const unpublish = (form: FormRow): Promise<boolean> =>
      run({
        call: () => formCalls.unpublish(form.id),
        done: texts.unpublished(form.title),
        failed: texts.unpublishFailed,
        retry: () => unpublish(form),
      })

    const setClosed = (form: FormRow, closed: boolean, isUndo = false): Promise<boolean> =>
      run({
        call: () => formCalls.setIntake(form.id, closed ? { closed } : reopening(form)),
        done: closed ? texts.nowClosed(form.title) : texts.nowOpen(form.title),
        undo: isUndo || form.closed ? undefined : () => setClosed(form, !closed, true),
        failed: texts.intakeFailed,
        retry: () => setClosed(form, closed, isUndo),
      })

    const duplicate = (form: FormRow): Promise<boolean> => {
      const copying = formCalls.duplicate(form.id)
      return run({
        call: async () => (await copying).data,
        done: ({ title }) => texts.duplicated(title),
        undo: async () => formCalls.remove((await copying).data.id).then(refresh),
        failed: texts.duplicateFailed,
        retry: () => duplicate(form),
      })
    }

    return { ...trash, publish, unpublish, setClosed, duplicate }
  }, [navigate, refresh, run])
}

/** What closed it is taken away as well, or it would be closed again at once. */
const reopening = ({ closed }: FormRow) => ({
  closed: false,
  ...(closed?.because === 'date' && { closes_at: null }),
  ...(closed?.because === 'limit' && { closes_after: null }),
})

export type FormActs = ReturnType<typeof useFormActs>
