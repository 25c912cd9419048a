import { useQueryClient } from '@tanstack/react-query'
import { LABEL_COLORS, labelIdOf } from '@throughline/contracts/inbox'
import { Plus } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useAct } from '../../../shared/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { addLabel, labelsQuery } from '../inbox.api.ts'
import { texts } from './acts.texts.ts'

type LabelFormProps = { submit: string; onMade: (labelId: string) => void }

const anyColor = () => LABEL_COLORS[Math.floor(Math.random() * LABEL_COLORS.length)] ?? LABEL_COLORS[0]

/** A label has a name and one of seven colors; one is chosen already. */
export function LabelForm({ submit, onMade }: LabelFormProps) {
  const queries = useQueryClient()
  const group = useId()
  const [name, setName] = useState('')
  const [color, setColor] = useState(anyColor)
  const [missing, setMissing] = useState(false)
  const { busy, run } = useAct()
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setMissing(true)
    const body = { label_id: labelIdOf(name), name: name.trim(), color }
    const isDone = await run({
      call: async () => {
        const made = await addLabel(body)
        queries.setQueryData(labelsQuery.queryKey, (old) => old && [...old, made])
      },
      failed: texts.labelFailed,
    })
    if (isDone) onMade(body.label_id)
  }
  return (
    <form onSubmit={(event) => void make(event)} noValidate className="space-y-2.5">
      <Field label={texts.name} error={missing && name.trim() === '' && texts.nameMissing}>
        <Input value={name} maxLength={60} onChange={({ target }) => setName(target.value)} />
      </Field>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{texts.color}</legend>
        {LABEL_COLORS.map((one, place) => (
          <label
            key={one}
            className="grid size-7 place-items-center rounded-full has-checked:ring-2 has-checked:ring-accent has-focus-visible:ring-2 has-focus-visible:ring-accent"
          >
            <input
              type="radio"
              name={group}
              checked={one === color}
              onChange={() => setColor(one)}
              aria-label={texts.colors[place]}
              className="sr-only"
            />
            <span aria-hidden className="size-4 rounded-full" style={{ background: one }} />
          </label>
        ))}
      </fieldset>
      <Button type="submit" size="sm" icon={Plus} busy={busy !== undefined}>
        {submit}
      </Button>
    </form>
  )
}
