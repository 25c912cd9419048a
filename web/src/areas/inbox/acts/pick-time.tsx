import { type FormEvent, useId, useState } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { momentAt, momentWithin } from '../../../shared/format/moments.ts'
import { dayKey } from '../../../shared/format/time.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { texts } from './acts.texts.ts'

type PickTimeProps = {
  limit: { limit: number; due: number } | undefined
  onPick: (at: number) => void
  onClose: () => void
}

const WRITTEN = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/

/** As the field writes it, in the person's own zone. */
function momentOf(value: string, zone: string): number | undefined {
  const [, day, hours, minutes] = WRITTEN.exec(value) ?? []
  return day === undefined ? undefined : momentAt(day, Number(hours) * 60 + Number(minutes), zone)
}

export function PickTime({ limit, onPick, onClose }: PickTimeProps) {
  const zone = useZone()
  const now = useNow()
  const form = useId()
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const at = momentOf(value, zone)
    if (at === undefined) setProblem(texts.pickMissing)
    else if (at <= Date.now()) setProblem(texts.pickPast)
    else if (limit && at > limit.limit)
      setProblem(texts.limit(momentWithin(limit.due, zone, now), momentWithin(limit.limit, zone, now)))
    else onPick(at)
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.pickTitle}
      width={400}
      action={{ label: texts.snooze, type: 'submit', form }}
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field label={texts.pickLabel} error={problem}>
          <Input
            type="datetime-local"
            min={`${dayKey(now, zone)}T00:00`}
            value={value}
            onChange={({ target }) => {
              setValue(target.value)
              setProblem(undefined)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
