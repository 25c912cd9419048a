import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { workflowChoicesQuery } from '../../workflows/workflows.api.ts'
import { texts } from './start.texts.ts'

type WorkflowChoiceProps = {
  value: string | undefined
  knownName: string | undefined
  onChange: (id: string) => void
}

/** One that can be started; found by its name. */
export function WorkflowChoice({ value, knownName, onChange }: WorkflowChoiceProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed === knownName ? '' : typed.trim())
  const { data = [], isSuccess } = useQuery(workflowChoicesQuery(search))
  const items = data
    .filter(({ current_version }) => current_version !== null)
    .map(({ id, name, prefix }) => ({ value: String(id), label: name, hint: prefix }))
  const chosen = value && !items.some((item) => item.value === value) ? [{ value, label: knownName ?? '' }] : []
  const nothing = isSuccess && search === '' && items.length === 0
  return (
    <Field label={texts.workflow} hint={value ? undefined : nothing ? texts.noWorkflows : texts.chooseHint}>
      <ComboboxOne
        items={[...chosen, ...items]}
        value={value ?? ''}
        placeholder={texts.chooseWorkflow}
        onSearch={setTyped}
        onChange={onChange}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- whoever has asked for a new instance chooses this first
        autoFocus={value === undefined}
      />
    </Field>
  )
}
