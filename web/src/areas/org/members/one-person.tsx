import { useEffect } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { inviteOne } from '../members.api.ts'
import { spec, texts } from '../members.texts.ts'
import { GrantFields } from './grant-fields.tsx'
import type { Inviting } from './use-invite.ts'

const addTexts = texts.addDialog

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

type OnePersonProps = Inviting & { id: string; onBusy: (busy: boolean) => void }

export function OnePerson({ orgId, grant, id, onBusy, onSent, onClose }: OnePersonProps) {
  const form = useForm({
    initial: { name: '', email: '' },
    check: ({ name, email }) => ({
      ...(!name.trim() && { name: addTexts.enterName }),
      ...(!ADDRESS.test(email.trim()) && { email: email.trim() ? addTexts.emailRule : addTexts.enterEmail }),
    }),
    submit: async ({ name, email }) => {
      if (!grant.role) return
      const body = { name: name.trim(), email: email.trim(), role_id: grant.role.id, team_id: grant.team?.id ?? null }
      await inviteOne(orgId, body)
      toast.success(addTexts.sentTo(body.name))
      onSent()
      onClose()
    },
    failure: { title: spec.addFailed, fixed: true, hint: serverMessageOf },
  })
  useEffect(() => onBusy(form.busy), [form.busy, onBusy])
  return (
    <form {...form.props} id={id}>
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        <Field label={addTexts.name} error={form.errors.name}>
          <Input {...form.field('name')} data-first autoComplete="off" />
        </Field>
        <Field label={addTexts.email} error={form.errors.email}>
          <Input {...form.field('email')} type="email" autoComplete="off" />
        </Field>
        <GrantFields grant={grant} />
      </div>
    </form>
  )
}
