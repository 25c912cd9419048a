import { useQueryClient } from '@tanstack/react-query'
import { MODEL_LIMITS, type Model } from '@throughline/contracts/models'
import { useId } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { modelCalls, modelsQuery } from '../integrations.api.ts'
import { texts as modelTexts } from './models.texts.ts'
import { nameTaken } from './name-taken.ts'

const texts = modelTexts.form

type ModelFields = { address: string; name: string; key: string }

/** What keeps this from being saved, by field; the server says the same. */
function errorsIn({ address, name, key }: ModelFields): Partial<Record<keyof ModelFields, string>> {
  const url = URL.parse(address.trim())
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash
  return {
    ...(!isAddress && { address: texts.addressWrong }),
    ...(name.trim() === '' && { name: texts.nameWrong }),
    ...(!/^[\x21-\x7e]{8,}$/.test(key.trim()) && { key: texts.keyWrong }),
  }
}

type ModelFormProps = { onSaved: (model: Model) => void; onClose: () => void }

/** Connects a model of the workspace. */
export function ModelForm({ onSaved, onClose }: ModelFormProps) {
  const id = useId()
  const queries = useQueryClient()
  const form = useForm<keyof ModelFields>({
    initial: { address: '', name: '', key: '' },
    check: errorsIn,
    submit: async ({ address, name, key }) => {
      const model = await modelCalls.connect({ address: address.trim(), name: name.trim(), key: key.trim() })
      toast.success(texts.saved(model.name))
      void queries.invalidateQueries(modelsQuery)
      onClose()
      onSaved(model)
    },
    failure: { title: texts.saveFailed },
    refused: nameTaken,
  })
  return (
    <Dialog
      onClose={onClose}
      title={texts.title}
      note={texts.note}
      action={{ label: texts.save, type: 'submit', form: id, busy: form.busy, disabled: form.waiting }}
    >
      <form {...form.props} id={id} autoComplete="off" className="space-y-4">
        <FormProblem problem={form.problem} seconds={form.seconds} />
        <Field label={texts.address} hint={texts.addressHint} error={form.errors.address}>
          <Input {...form.field('address')} inputMode="url" maxLength={MODEL_LIMITS.address} spellCheck={false} />
        </Field>
        <Field label={texts.name} hint={texts.nameHint} error={form.errors.name}>
          <Input {...form.field('name')} maxLength={MODEL_LIMITS.name} autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label={texts.key} error={form.errors.key}>
          <PasswordInput {...form.field('key')} autoComplete="new-password" maxLength={MODEL_LIMITS.key} />
        </Field>
      </form>
    </Dialog>
  )
}
