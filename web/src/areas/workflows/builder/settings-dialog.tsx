import type { FlowDoc } from '@throughline/flow/document'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts } from '../builder.texts.ts'
import { followingPrefix } from '../propose-prefix.ts'

type SettingsDialogProps = {
  doc: FlowDoc
  /** It was never published. */
  isNew: boolean
  onApply: (doc: FlowDoc) => void
  onClose: () => void
}

/** What belongs to the workflow as a whole. */
export function SettingsDialog({ doc, isNew, onApply, onClose }: SettingsDialogProps) {
  const { settings: settingsTexts } = texts
  const form = useId()
  const [name, setName] = useState(doc.name)
  const [prefix, setPrefix] = useState(doc.prefix)
  const [description, setDescription] = useState(doc.description ?? '')
  const [category, setCategory] = useState(doc.metadata.category)
  const [type, setType] = useState(doc.type)
  const [tried, setTried] = useState(false)
  const missing = !name.trim() || !prefix.trim()
  const rename = (next: string) => {
    setName(next)
    // Numbers that were given out keep their letters.
    if (isNew) setPrefix(followingPrefix(name, prefix, next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (missing) return
    const { description: _, ...rest } = doc
    onApply({
      ...rest,
      name: name.trim(),
      prefix: prefix.trim(),
      ...(description.trim() && { description: description.trim() }),
      type,
      metadata: { ...doc.metadata, category: category.trim() || 'Uncategorized' },
    })
  }
  return (
    <Dialog onClose={onClose} title={settingsTexts.title} action={{ label: settingsTexts.apply, type: 'submit', form }}>
      <form id={form} onSubmit={submit} className="space-y-4">
        <div className="grid grid-cols-[1fr_120px] gap-3">
          <Field label={settingsTexts.name} error={tried && missing && settingsTexts.required}>
            <Input value={name} maxLength={120} onChange={(event) => rename(event.target.value)} />
          </Field>
          <Field label={settingsTexts.prefix}>
            <Input value={prefix} maxLength={20} onChange={(event) => setPrefix(event.target.value)} />
          </Field>
        </div>
        <Field label={settingsTexts.description} optional>
          <Textarea value={description} maxLength={2000} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        <Field label={settingsTexts.category}>
          <Input value={category} maxLength={60} onChange={(event) => setCategory(event.target.value)} />
        </Field>
        <RadioGroup
          legend={settingsTexts.type}
          value={type}
          onChange={setType}
          items={[
            { value: 'sequential', label: settingsTexts.types.sequential, hint: settingsTexts.typeHints.sequential },
            { value: 'parallel', label: settingsTexts.types.parallel, hint: settingsTexts.typeHints.parallel },
          ]}
        />
      </form>
    </Dialog>
  )
}
