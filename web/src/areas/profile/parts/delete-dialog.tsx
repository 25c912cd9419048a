import { ApiError } from '@throughline/contracts/client'
import { CODES } from '@throughline/contracts/errors'
import type { Profile } from '@throughline/contracts/profile'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { useConfirmation } from '../../auth/parts/use-confirmation.tsx'
import { useProfileChanges } from '../profile.api.ts'
import { spec, texts } from '../profile.texts.ts'

const moreTexts = texts.more
const FORM = 'delete-account'

export function DeleteDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const { deleteAccount } = useProfileChanges(profile.id)
  const confirmation = useConfirmation(profile)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (profile.has_password && !password ? { password: moreTexts.enterPassword } : {}),
    submit: async ({ password }) => {
      if (await confirmation.run(() => deleteAccount(profile.has_password ? { password } : {}))) onClose()
    },
    failure: { title: moreTexts.notDeleted },
    refused: (error) =>
      error instanceof ApiError && error.code === CODES.invalidPassword ? { password: spec.wrongPassword } : undefined,
  })
  return (
    <Dialog
      onClose={onClose}
      title={moreTexts.deleteTitle}
      action={{
        label: moreTexts.deleteConfirm,
        type: 'submit',
        form: FORM,
        variant: 'danger',
        busy: form.busy,
        disabled: form.waiting,
      }}
    >
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <p className="text-md text-fg-2">{moreTexts.deleteWhat}</p>
      <form {...form.props} id={FORM}>
        {profile.has_password && (
          <Field label={moreTexts.password} error={form.errors.password} className="mt-4">
            <PasswordInput {...form.field('password')} autoComplete="current-password" />
          </Field>
        )}
      </form>
      {confirmation.dialog}
    </Dialog>
  )
}
