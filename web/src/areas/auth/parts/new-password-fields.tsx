import { useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { Strength } from '../../../ui/strength.tsx'
import { spec, texts } from '../auth.texts.ts'

export const SHORTEST_PASSWORD = 8

/** Only the length is a rule here; the server also refuses common passwords. The rest is advice. */
export const rulesFor = (password: string) => [
  { text: texts.passwordRules.length, met: password.length >= SHORTEST_PASSWORD, required: true },
  { text: texts.passwordRules.uppercase, met: /\p{Lu}/u.test(password) },
  { text: texts.passwordRules.number, met: /\p{N}/u.test(password) },
  { text: texts.passwordRules.special, met: /[^\p{L}\p{N}]/u.test(password) },
]

type PasswordValues = { password: string; confirm: string }

export function checkNewPassword({ password, confirm }: PasswordValues): Partial<PasswordValues> {
  if (!password) return { password: texts.choosePassword }
  if (password.length < SHORTEST_PASSWORD) return { password: texts.passwordTooShort }
  return password === confirm ? {} : { confirm: spec.mismatch }
}

type FieldProps = Pick<React.ComponentProps<'input'>, 'value' | 'onChange' | 'readOnly' | 'required'> & { name: string }

type NewPasswordFieldsProps = {
  values: PasswordValues
  errors: Partial<PasswordValues>
  field: (name: keyof PasswordValues) => FieldProps
}

export function NewPasswordFields({ values, errors, field }: NewPasswordFieldsProps) {
  const [left, setLeft] = useState(false)
  const { password, confirm } = values
  const matches = confirm !== '' && confirm === password
  const differs = left && confirm !== '' && !matches
  return (
    <>
      <div>
        <Field label={texts.password} error={errors.password}>
          <PasswordInput {...field('password')} size="lg" autoComplete="new-password" />
        </Field>
        <Strength rules={rulesFor(password)} untouched={password === ''} />
      </div>
      <Field
        label={texts.confirmPassword}
        error={differs ? spec.mismatch : errors.confirm}
        good={matches && texts.passwordsMatch}
      >
        <PasswordInput {...field('confirm')} size="lg" autoComplete="new-password" onBlur={() => setLeft(true)} />
      </Field>
    </>
  )
}
