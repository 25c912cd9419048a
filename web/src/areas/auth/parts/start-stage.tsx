import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'
import type { Profile } from '@throughline/contracts/profile'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { beginSetUp } from '../account.api.ts'
import type { TotpKey } from './scan-stage.tsx'
import { texts } from './second-factor.texts.ts'
import { StageButtons } from './stage-buttons.tsx'
import { useConfirmation } from './use-confirmation.tsx'

type StartStageProps = {
  profile: Profile
  onKey: (key: TotpKey) => void
  onCancel: (() => void) | undefined
}

export function StartStage({ profile, onKey, onCancel }: StartStageProps) {
  const hasPassword = profile.has_password
  const confirmation = useConfirmation(profile)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (hasPassword && !password ? { password: texts.enterPassword } : {}),
    submit: ({ password }) => confirmation.run(async () => onKey(await beginSetUp(hasPassword ? password : undefined))),
    failure: { title: texts.notBegun },
    refused: (error) =>
      error instanceof ApiError && error.code === CODES.invalidPassword ? { password: texts.wrongPassword } : undefined,
  })
  return (
    <>
      <form {...form.props}>
        <FormProblem problem={form.problem} seconds={form.seconds} />
        <p className="text-md text-fg-2">{hasPassword ? texts.passwordNote : texts.needsApp}</p>
        {hasPassword && (
          <Field label={texts.password} error={form.errors.password} className="mt-4 max-w-80">
            <PasswordInput {...form.field('password')} autoComplete="current-password" />
          </Field>
        )}
        <StageButtons submit={texts.continue} busy={form.busy} waiting={form.waiting} onCancel={onCancel} />
      </form>
      {confirmation.dialog}
    </>
  )
}
