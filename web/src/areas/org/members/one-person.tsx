import { ApiError } from '@throughline/contracts/client'
import { type FormEvent, useRef, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { inviteOne } from '../members.api.ts'
import { spec, texts } from '../members.texts.ts'
import { GrantFields } from './grant-fields.tsx'
import { reasonOf } from './reason.ts'
import type { Inviting } from './use-invite.ts'

const addTexts = texts.addDialog

type Errors = { name?: string | undefined; email?: string | undefined }
type OnePersonProps = Inviting & { form: string; onBusy: (busy: boolean) => void }

const check = (name: string, email: string): Errors => ({
  name: name ? undefined : addTexts.enterName,
  email: email ? (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : addTexts.emailRule) : addTexts.enterEmail,
})

/** The server's words for a field stand under that field. */
function fieldErrors(error: unknown): Errors {
  const found = error instanceof ApiError ? (error.errors ?? []) : []
  const of = (name: string) => found.find(({ path }) => path.endsWith(name))?.message
  return { name: of('name'), email: of('email') }
}

export function OnePerson({ orgId, grant, form, onBusy, onSent, onClose }: OnePersonProps) {
  const fields = useRef<HTMLFormElement>(null)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<{ reason: string | undefined }>()

  const show = (found: Errors) => {
    setErrors(found)
    const first = found.name ? 'name' : found.email ? 'email' : undefined
    const control = first && fields.current?.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
    return first !== undefined
  }
  const send = async () => {
    if (!grant.role) return
    onBusy(true)
    setProblem(undefined)
    try {
      const body = { name: name.trim(), email: email.trim(), role_id: grant.role.id, team_id: grant.team?.id ?? null }
      await inviteOne(orgId, body)
      toast.success(addTexts.sentTo(body.name))
      onSent()
      onClose()
    } catch (error) {
      if (!show(fieldErrors(error))) setProblem({ reason: reasonOf(error) })
    } finally {
      onBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!show(check(name.trim(), email.trim()))) void send()
  }
  return (
    <form id={form} ref={fields} noValidate onSubmit={submit}>
      {problem && (
        <Banner tone="danger" title={spec.addFailed} className="mb-4">
          {problem.reason}
        </Banner>
      )}
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        <Field label={addTexts.name} error={errors.name}>
          <Input
            data-first
            name="name"
            required
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field label={addTexts.email} error={errors.email}>
          <Input
            name="email"
            type="email"
            required
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <GrantFields grant={grant} />
      </div>
    </form>
  )
}
