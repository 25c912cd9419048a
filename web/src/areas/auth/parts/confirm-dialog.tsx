import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'
import type { Profile } from '@throughline/contracts/profile'
import { useState } from 'react'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { confirmIdentity } from '../account.api.ts'
import { CodeForm } from './code-form.tsx'
import { texts } from './confirm.texts.ts'
import { ProviderButton } from './provider-button.tsx'
import { StageButtons } from './stage-buttons.tsx'

type Confirmable = Pick<Profile, 'has_password' | 'two_factor_enabled'>
type ConfirmDialogProps = { profile: Confirmable; onConfirmed: () => void; onCancel: () => void }
type WayProps = Pick<ConfirmDialogProps, 'onConfirmed' | 'onCancel'>

/** The password or a code, whichever the account has; Google for an account that has neither. */
export function ConfirmDialog({ profile, onConfirmed, onCancel }: ConfirmDialogProps) {
  const [preferred, setPreferred] = useState<'password' | 'code'>('password')
  const either = profile.has_password && profile.two_factor_enabled
  const byCode = profile.two_factor_enabled && (preferred === 'code' || !profile.has_password)
  return (
    <Dialog onClose={onCancel} title={texts.title} note={texts.note} width={440}>
      {byCode ? (
        <CodeForm
          submit={texts.confirm}
          onCode={async (code) => {
            await confirmIdentity({ code })
            onConfirmed()
          }}
          onCancel={onCancel}
        />
      ) : profile.has_password ? (
        <ByPassword onConfirmed={onConfirmed} onCancel={onCancel} />
      ) : (
        <ByGoogle onConfirmed={onConfirmed} />
      )}
      {either && (
        <p className="mt-4 text-sm">
          <button type="button" className={linkClass} onClick={() => setPreferred(byCode ? 'password' : 'code')}>
            {byCode ? texts.byPassword : texts.byCode}
          </button>
        </p>
      )}
    </Dialog>
  )
}

function ByPassword({ onConfirmed, onCancel }: WayProps) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password ? {} : { password: texts.enterPassword }),
    submit: async ({ password }) => {
      await confirmIdentity({ password })
      onConfirmed()
    },
    failure: { title: texts.notConfirmed },
    refused: (error) =>
      error instanceof ApiError && error.code === CODES.invalidPassword ? { password: texts.wrongPassword } : undefined,
  })
  return (
    <form {...form.props}>
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <Field label={texts.password} error={form.errors.password}>
        <PasswordInput {...form.field('password')} autoComplete="current-password" />
      </Field>
      <StageButtons submit={texts.confirm} busy={form.busy} waiting={form.waiting} onCancel={onCancel} />
    </form>
  )
}

function ByGoogle({ onConfirmed }: Pick<WayProps, 'onConfirmed'>) {
  const form = useForm({
    initial: {},
    check: () => ({}),
    submit: () => Promise.resolve(),
    failure: { title: texts.notConfirmed },
  })
  const onCredential = (token: string) =>
    form.run(async () => {
      await confirmIdentity({ token })
      onConfirmed()
    })
  return (
    <>
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <p className="mb-4 text-md text-fg-2">{texts.byGoogle}</p>
      <ProviderButton onCredential={onCredential} busy={form.busy} />
    </>
  )
}
