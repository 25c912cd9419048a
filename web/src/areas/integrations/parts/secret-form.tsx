import { useQueryClient } from '@tanstack/react-query'
import { SECRET_LIMITS, type StoredSecret } from '@throughline/contracts/integrations'
import { type FormEvent, useId, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { secretCalls, secretsQuery } from '../integrations.api.ts'
import { reasonOf } from './reason.ts'
import { errorsIn, type FieldErrors, hostsOf, type SecretFields } from './secret-fields.ts'
import { texts } from './secrets.texts.ts'

const { form: words } = texts

type SecretFormProps = {
  /** The one to write over; without it a new one is made. */
  secret?: StoredSecret | undefined
  /** What the fields of a new one begin with. */
  initial?: Partial<SecretFields>
  title?: string
  onSaved?: (secret: StoredSecret) => void
  onClose: () => void
}

/** Stores a secret, or replaces value and hosts of one. */
export function SecretForm({ secret, initial = {}, title, onSaved, onClose }: SecretFormProps) {
  const form = useId()
  const queries = useQueryClient()
  const [fields, setFields] = useState<SecretFields>({
    name: secret?.name ?? '',
    value: '',
    hosts: secret?.hosts.join('\n') ?? '',
    ...initial,
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const set = (change: Partial<SecretFields>) => setFields({ ...fields, ...change })

  const save = async () => {
    const { name, value } = fields
    const hosts = hostsOf(fields.hosts)
    setBusy(true)
    setProblem(undefined)
    try {
      const saved = secret
        ? await secretCalls.replace(secret.id, { value, hosts })
        : await secretCalls.add({ name, value, hosts })
      toast.success(words.saved(saved.name))
      void queries.invalidateQueries(secretsQuery)
      onSaved?.(saved)
      onClose()
    } catch (failure) {
      setProblem(reasonOf(failure) ?? words.saveFailed)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = errorsIn(fields)
    setErrors(found)
    if (Object.keys(found).length === 0) void save()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title ?? (secret ? words.replaceTitle(secret.name) : words.addTitle)}
      note={words.note}
      footer={
        <>
          <DialogClose>
            <Button>{words.cancel}</Button>
          </DialogClose>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {words.save}
          </Button>
        </>
      }
    >
      <form id={form} noValidate autoComplete="off" onSubmit={submit} className="space-y-4">
        {problem && (
          <Banner tone="danger" title={words.saveFailed}>
            {problem}
          </Banner>
        )}
        {!secret && (
          <Field label={words.name} hint={words.nameHint} error={errors.name}>
            <Input
              required
              maxLength={40}
              spellCheck={false}
              className="font-mono"
              value={fields.name}
              onChange={({ target }) => set({ name: target.value })}
            />
          </Field>
        )}
        <Field label={words.value} hint={words.valueHint(SECRET_LIMITS.shortest)} error={errors.value}>
          <PasswordInput
            required
            autoComplete="new-password"
            maxLength={SECRET_LIMITS.longest}
            value={fields.value}
            onChange={({ target }) => set({ value: target.value })}
          />
        </Field>
        <Field label={words.hosts} hint={words.hostsHint} error={errors.hosts}>
          <Textarea
            required
            rows={2}
            spellCheck={false}
            value={fields.hosts}
            onChange={({ target }) => set({ hosts: target.value })}
          />
        </Field>
      </form>
    </Dialog>
  )
}
