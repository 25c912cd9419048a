import { FEEDBACK_TYPES } from '@throughline/contracts/feedback'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Stars } from '../../../ui/stars.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type Answers, send } from '../feedback.api.ts'
import { texts } from '../feedback.texts.ts'

const QUESTIONS = ['rating', 'ease_of_use', 'recommendation', 'usefulness'] as const
const LONGEST = 5_000
const NOTHING: Answers = {
  feedback_type: 'general_request',
  rating: null,
  ease_of_use: null,
  recommendation: null,
  usefulness: null,
  feedback: '',
}
const types = FEEDBACK_TYPES.map((value) => ({ value, label: texts.types[value] }))

type FeedbackFormProps = {
  /** Asked for after the thanks: the focus goes on where the first answer is. */
  again: boolean
  onSent: () => void
}

export function FeedbackForm({ again, onSent }: FeedbackFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [answers, setAnswers] = useState(NOTHING)
  const { busy: sending, run } = useAct({ reasonOf: () => texts.failedNote })
  const busy = sending !== undefined
  const change = (part: Partial<Answers>) => setAnswers((last) => ({ ...last, ...part }))
  const tooLong = answers.feedback.trim().length > LONGEST
  useEffect(() => {
    if (again) form.current?.querySelector('input')?.focus()
  }, [again])

  const submit = async () => {
    if (await run({ call: () => send(answers), failed: texts.failed, toast: 'feedback' })) onSent()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy && !tooLong) void submit()
  }
  return (
    <>
      <h2 className="text-2xl tracking-(--track-tighter)">{texts.heading}</h2>
      <p className="mt-1.5 mb-6 text-md text-fg-2">{texts.note}</p>
      <Card>
        <form ref={form} onSubmit={onSubmit} noValidate aria-busy={busy}>
          <div className="grid gap-x-5 gap-y-5 border-b p-5 @lg:grid-cols-2">
            {QUESTIONS.map((question) => (
              <Stars
                key={question}
                legend={texts.questions[question]}
                value={answers[question] ?? 0}
                onChange={(stars) => change({ [question]: stars })}
              />
            ))}
          </div>
          <div className="space-y-4 p-5">
            <Field label={texts.type} className="@lg:w-1/2">
              <Select
                value={answers.feedback_type}
                items={types}
                onChange={(feedback_type) => change({ feedback_type })}
              />
            </Field>
            <Field label={texts.feedback} hint={texts.feedbackHint} error={tooLong && texts.tooLong}>
              <Textarea
                rows={6}
                translate="no"
                value={answers.feedback}
                onChange={(event) => change({ feedback: event.target.value })}
              />
            </Field>
            <Button type="submit" variant="primary" busy={busy}>
              {texts.send}
            </Button>
          </div>
        </form>
      </Card>
    </>
  )
}
