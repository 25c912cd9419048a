import type { Scope, Tree } from '@throughline/flow/eval'
import { SkipForward } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { type AnswerField, type Draft, draftOf, faultIn, valuesOf, visibleFields } from './answers.ts'
import { FieldInput } from './field-input.tsx'
import type { Values } from './trial.ts'
import { tryTexts } from './try.texts.ts'

type AnswerFormProps = {
  asked: readonly AnswerField[]
  show: Record<string, Tree>
  scope: Scope
  /** Filled in from the beginning. */
  given?: Values
  samples: () => Values
  submit: string
  onSubmit: (values: Values) => void
  /** Told what is written, as long as the form stands there. */
  onWritten: (values: Values) => void
  /** Other ways to answer, beside the button that hands the form in. */
  others?: ReactNode
}

/** A form as it will be asked, checked as it will be checked. */
export function AnswerForm(props: AnswerFormProps) {
  const { asked, show, scope, given, samples, submit, onSubmit, onWritten, others } = props
  const [draft, setDraft] = useState<Draft>(() => draftOf(asked, given ?? {}))
  const [checked, setChecked] = useState(false)
  const shown = visibleFields(asked, show, scope, draft)
  const write = (next: Draft) => {
    setDraft(next)
    onWritten(valuesOf(visibleFields(asked, show, scope, next), next, 'written'))
  }
  const forget = useEffectEvent(() => onWritten({}))
  useEffect(() => () => forget(), [])
  const hand = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    const wrong = shown.find((one) => faultIn(one, draft[one.variable]) !== undefined)
    if (!wrong) onSubmit(valuesOf(shown, draft))
    else
      event.currentTarget
        .querySelector<HTMLElement>(`[data-variable="${wrong.variable}"] :is(input, textarea, button)`)
        ?.focus()
  }
  return (
    <form noValidate onSubmit={hand} className="grid gap-3">
      {shown.map((one) => (
        <div key={one.variable} data-variable={one.variable}>
          <Field
            label={one.label || one.variable}
            action={one.required && tryTexts.required}
            hint={one.help}
            error={checked && faultIn(one, draft[one.variable])}
          >
            <FieldInput
              asked={one}
              value={draft[one.variable]}
              onChange={(value) => write({ ...draft, [one.variable]: value })}
            />
          </Field>
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" icon={SkipForward}>
          {submit}
        </Button>
        {others}
        {shown.length > 0 && (
          <Button variant="ghost" onClick={() => write(draftOf(asked, samples()))}>
            {tryTexts.samples}
          </Button>
        )}
      </div>
    </form>
  )
}
