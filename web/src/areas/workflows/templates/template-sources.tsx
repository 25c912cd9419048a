import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listWorkflows } from '@throughline/contracts/workflows'
import { useDeferredValue, useState } from 'react'
import { api } from '../../../shared/api.ts'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { toast } from '../../../ui/toast.ts'
import { documentOf } from './document-of.ts'
import { texts } from './templates.texts.ts'

const words = texts.adding

type TemplateSourcesProps = { onText: (text: string) => void; onFile: (file: File | undefined) => void }

/** Where a template's text may come from, beside pasting it. */
export function TemplateSources({ onText, onFile }: TemplateSourcesProps) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: ['workflows', 'template-source', search],
    queryFn: ({ signal }) =>
      api(listWorkflows, { query: { limit: 20, sort: 'name', ...(search && { search }) } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const items = (found.data?.data ?? []).map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix})` }))
  const choose = async (id: string) => {
    const workflow = found.data?.data.find((one) => one.id === id)
    if (!workflow) return
    setChosen(id)
    try {
      onText(await documentOf(workflow.id))
    } catch {
      toast.error(words.workflowUnread)
    }
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={words.from} optional>
        <ComboboxOne
          items={items}
          value={chosen}
          placeholder={words.find}
          onSearch={setTyped}
          onChange={(id) => void choose(id)}
        />
      </Field>
      <FileDrop
        label={words.file}
        accept="application/json,.json"
        onFiles={([file]) => onFile(file)}
        className="py-2.5"
      />
    </div>
  )
}
