import { useQueryClient } from '@tanstack/react-query'
import { SECRET_LIMITS, type StoredSecret } from '@throughline/contracts/integrations'
import { useId } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { toast } from '../../../ui/toast.ts'
import { secretCalls, secretsQuery } from '../integrations.api.ts'
import { nameTaken } from './name-taken.ts'
import { texts } from './secrets.texts.ts'

interface SecretFields {
  name: string
  value: string
  /** As typed: one host on each line. */
  hosts: string
}

const NAME = /^[a-z][a-z0-9_-]{0,39}$/
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
const CONTROL = /\p{Cc}/u

/** Who pastes a whole address means its host. */
const hostIn = (entry: string): string => (entry.startsWith('https://') ? (URL.parse(entry)?.host ?? entry) : entry)

const hostsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .map(hostIn),
  ),
]

type FieldErrors = Partial<Record<keyof SecretFields, string>>

/** What keeps this from being saved, by field; the server says the same. */
function errorsIn({ name, value, hosts }: SecretFields): FieldErrors {
  const { form } = texts
  const given = hostsOf(hosts)
  const isValue =
    value.length >= SECRET_LIMITS.shortest && value.length <= SECRET_LIMITS.longest && !CONTROL.test(value)
  const areHosts = given.length > 0 && given.length <= SECRET_LIMITS.hosts && given.every((host) => HOST.test(host))
  return {
    ...(!NAME.test(name) && { name: form.nameWrong }),
    ...(!isValue && { value: form.valueWrong(SECRET_LIMITS.shortest) }),
    ...(!areHosts && { hosts: form.hostsWrong }),
  }
}

const { form: formTexts } = texts

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
  const id = useId()
  const queries = useQueryClient()
  const form = useForm<keyof SecretFields>({
    initial: { name: secret?.name ?? '', value: '', hosts: secret?.hosts.join('\n') ?? '', ...initial },
    check: errorsIn,
    submit: async ({ name, value, hosts: typed }) => {
      const hosts = hostsOf(typed)
      const saved = secret
        ? await secretCalls.replace(secret.id, { value, hosts })
        : await secretCalls.add({ name, value, hosts })
      toast.success(formTexts.saved(saved.name))
      void queries.invalidateQueries(secretsQuery)
      onSaved?.(saved)
      onClose()
    },
    failure: { title: formTexts.saveFailed },
    refused: nameTaken,
  })
  return (
    <Dialog
      onClose={onClose}
      title={title ?? (secret ? formTexts.replaceTitle(secret.name) : formTexts.addTitle)}
      note={formTexts.note}
      action={{ label: formTexts.save, type: 'submit', form: id, busy: form.busy, disabled: form.waiting }}
    >
      <form {...form.props} id={id} autoComplete="off" className="space-y-4">
        <FormProblem problem={form.problem} seconds={form.seconds} />
        {!secret && (
          <Field label={formTexts.name} hint={formTexts.nameHint} error={form.errors.name}>
            <Input
              {...form.field('name')}
              maxLength={40}
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
            />
          </Field>
        )}
        <Field label={formTexts.value} hint={formTexts.valueHint(SECRET_LIMITS.shortest)} error={form.errors.value}>
          <PasswordInput {...form.field('value')} autoComplete="new-password" maxLength={SECRET_LIMITS.longest} />
        </Field>
        <Field label={formTexts.hosts} hint={formTexts.hostsHint} error={form.errors.hosts}>
          <Textarea
            {...form.field('hosts')}
            rows={2}
            spellCheck={false}
            onChange={({ target }) => form.set('hosts', target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
