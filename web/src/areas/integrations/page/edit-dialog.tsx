import { useQueryClient } from '@tanstack/react-query'
import type { ConnectionPage } from '@throughline/contracts/connection-acts'
import { CONNECTION_LIMITS, type UsableBy } from '@throughline/contracts/connections'
import { useId, useState } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { toast } from '../../../ui/toast.ts'
import { toolCalls } from '../integrations.api.ts'
import { toolsKey } from '../integrations.keys.ts'
import { nameTaken } from '../parts/name-taken.ts'
import { texts as pageTexts } from './page.texts.ts'

const { edit: texts, rail } = pageTexts

type EditFields = 'name' | 'at_once' | 'per_minute'

const isBetween = (text: string, most: number) => /^\d{1,5}$/.test(text.trim()) && +text >= 1 && +text <= most

/** What keeps this from being saved, by field; the server says the same. */
function errorsIn({ name, at_once, per_minute }: Record<EditFields, string>): Partial<Record<EditFields, string>> {
  const { calls_at_once, calls_per_minute } = CONNECTION_LIMITS
  return {
    ...(name.trim() === '' && { name: texts.nameWrong }),
    ...(!isBetween(at_once, calls_at_once) && { at_once: texts.between(calls_at_once) }),
    ...(!isBetween(per_minute, calls_per_minute) && { per_minute: texts.between(calls_per_minute) }),
  }
}

/** Only its owner lets everyone use it: the access is theirs. */
const users = (isOwn: boolean, usableBy: UsableBy) => [
  { value: 'owner' as const, label: isOwn ? texts.onlyYou : rail.owner },
  ...(isOwn || usableBy === 'everyone' ? [{ value: 'everyone' as const, label: texts.everyone }] : []),
]

type EditProps = { page: ConnectionPage; onClose: () => void }

/** Its name, who can use it, and how many calls it makes. */
export function EditDialog({ page: { connection, limits }, onClose }: EditProps) {
  const id = useId()
  const queries = useQueryClient()
  const { is_own, usable_by } = connection
  const [usableBy, setUsableBy] = useState(usable_by)
  const form = useForm<EditFields>({
    initial: { name: connection.name, at_once: String(limits.at_once), per_minute: String(limits.per_minute) },
    check: errorsIn,
    submit: async ({ name, at_once, per_minute }) => {
      const change = { name: name.trim(), max_at_once: Number(at_once), max_per_minute: Number(per_minute) }
      await toolCalls.change(connection.id, { ...change, ...(usableBy !== usable_by && { usable_by: usableBy }) })
      toast.success(texts.saved)
      void queries.invalidateQueries({ queryKey: toolsKey })
      onClose()
    },
    failure: { title: texts.failed },
    refused: nameTaken,
  })
  return (
    <Dialog
      onClose={onClose}
      title={texts.title}
      action={{ label: texts.save, type: 'submit', form: id, busy: form.busy, disabled: form.waiting }}
    >
      <form {...form.props} id={id} className="space-y-4">
        <FormProblem problem={form.problem} seconds={form.seconds} />
        <Field label={rail.name} error={form.errors.name}>
          <Input {...form.field('name')} maxLength={CONNECTION_LIMITS.name} />
        </Field>
        <RadioGroup legend={rail.usableBy} value={usableBy} onChange={setUsableBy} items={users(is_own, usable_by)} />
        {usable_by === 'everyone' && usableBy === 'owner' && <p className="text-xs text-fg-2">{texts.narrowed}</p>}
        <div className="grid grid-cols-2 items-start gap-4">
          <Field label={texts.atOnce} error={form.errors.at_once}>
            <Input {...form.field('at_once')} inputMode="numeric" maxLength={5} />
          </Field>
          <Field label={texts.perMinute} error={form.errors.per_minute}>
            <Input {...form.field('per_minute')} inputMode="numeric" maxLength={5} />
          </Field>
        </div>
        <p className="text-xs text-fg-3">{texts.waits}</p>
      </form>
    </Dialog>
  )
}
