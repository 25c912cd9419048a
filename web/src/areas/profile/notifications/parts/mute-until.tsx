import { type FormEvent, useId, useState } from 'react'
import { startOfDay } from '../../../../shared/format/moments.ts'
import { DAY, dayKey } from '../../../../shared/format/time.ts'
import { useNow } from '../../../../shared/use-now.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { texts } from '../notifications.texts.ts'

type MuteUntilProps = { workflow: string; zone: string; onPick: (until: string) => void; onClose: () => void }

/** Asks for the day on which updates of a workflow start again, as the person's own zone has it. */
export function MuteUntil({ workflow, zone, onPick, onClose }: MuteUntilProps) {
  const now = useNow()
  const form = useId()
  const [day, setDay] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (day > dayKey(now, zone)) onPick(startOfDay(day, zone).toISOString())
    else setMissing(true)
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.follows.untilTitle(workflow)}
      width={400}
      action={{ label: texts.follows.mute, type: 'submit', form }}
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field
          label={texts.follows.untilLabel}
          hint={texts.follows.untilNote}
          error={isMissing ? texts.follows.untilMissing : undefined}
        >
          <Input
            type="date"
            min={dayKey(now + DAY, zone)}
            value={day}
            onChange={({ target }) => {
              setDay(target.value)
              setMissing(false)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
