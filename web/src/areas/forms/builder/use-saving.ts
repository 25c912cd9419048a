import { useQueryClient } from '@tanstack/react-query'
import type { Form } from '@throughline/contracts/forms'
import type { MemberId } from '@throughline/contracts/ids'
import { isStale } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import { toast } from '../../../ui/toast.ts'
import { discardDraft, publishDraft, restoreVersion } from '../builder.api.ts'
import { spec, texts } from '../builder.texts.ts'
import { formQuery, useFormsRefresh } from '../forms.api.ts'
import type { FormSession } from './session.ts'

const SAVED = 'form-saved'

type SavingOptions = { onSaved: (form: Form) => void; onClash: () => void }

class NotSaved extends Error {}

/** What is done with the whole form, with what is said about it. */
export function useSaving(session: FormSession, { onSaved, onClash }: SavingOptions) {
  const refresh = useFormsRefresh()
  const queries = useQueryClient()
  const { busy, run } = useAct({ refresh })

  const save = async (): Promise<boolean> => {
    const result = await session.save()
    const { stored: form, failed } = session.get()
    if (result === 'clash') onClash()
    if (result === 'failed') toast.error(spec.saveFailed(failed || texts.unreachable), { id: SAVED })
    if (result !== 'saved' || !form) return false
    toast.success(spec.saved, { id: SAVED })
    onSaved(form)
    return true
  }

  /** The draft as the server has it, when everything is there. */
  const settled = async (): Promise<Form> => {
    const result = await session.save()
    const { stored: form } = session.get()
    if (result === 'clash') onClash()
    if (result !== 'saved' || !form) throw new NotSaved()
    return form
  }

  const replace = async (change: (form: Form) => Promise<Form>): Promise<Form> => {
    const form = await change(await settled())
    session.tell({ type: 'replaced', stored: form })
    queries.setQueryData(formQuery(form.id).queryKey, form)
    return form
  }

  /** Somebody saved meanwhile: their changes are shown first. */
  const onFailed = (error: unknown) => {
    const id = session.get().stored?.id
    if (isStale(error) && id !== undefined) void queries.invalidateQueries({ queryKey: formQuery(id).queryKey })
    return error instanceof NotSaved
  }

  const publish = (include_authors: MemberId[], note: string) =>
    run({
      name: 'publish',
      call: () => replace((form) => publishDraft(form, { include_authors, note })),
      done: ({ public_url }) => spec.published(public_url),
      failed: spec.publishFailed,
      onFailed,
    })

  const discard = () =>
    run({ name: 'discard', call: () => replace(discardDraft), failed: texts.discardDraft.failed, onFailed })

  const restore = (number: number) =>
    run({
      name: 'restore',
      call: () => replace((form) => restoreVersion(form, number)),
      done: texts.restore.done(number),
      failed: texts.restore.failed,
      onFailed,
    })

  return { busy, save, publish, discard, restore }
}

export type SaveActions = ReturnType<typeof useSaving>
