import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { workflowsQuery } from '../../workflows/workflows.api.ts'
import { clientsQuery } from '../instances.api.ts'
import { texts } from '../instances.texts.ts'

type ChoiceFilterProps = {
  value: string | undefined
  /** The chosen one's name, where a row has told it. */
  knownName: string | undefined
  onChange: (id: string | undefined) => void
}

type OfManyProps = ChoiceFilterProps & {
  label: string
  /** What no choice is called. */
  all: string
  found: readonly { id: string; name: string }[]
  onSearch: (typed: string) => void
}

/** One of thousands, found by typing; the one that is chosen is among them even if it does not fit what is typed. */
function OfMany({ label, all, value, knownName, found, onSearch, onChange }: OfManyProps) {
  const items = found.map(({ id, name }) => ({ value: id, label: name }))
  const chosen = value && !items.some((item) => item.value === value) ? [{ value, label: knownName ?? label }] : []
  return (
    <ComboboxOne
      label={label}
      items={[{ value: '', label: all }, ...chosen, ...items]}
      value={value ?? ''}
      onSearch={onSearch}
      onChange={(id) => onChange(id || undefined)}
      className="w-36"
    />
  )
}

/** What is searched for: nothing as long as the box says what is chosen. */
function useTyped(...shown: (string | undefined)[]) {
  const [typed, setTyped] = useState('')
  return [useDeferredValue(shown.includes(typed) ? '' : typed.trim()), setTyped] as const
}

export function WorkflowFilter(props: ChoiceFilterProps) {
  const [search, onSearch] = useTyped(texts.allWorkflows, texts.workflow, props.knownName)
  const { data } = useInfiniteQuery(workflowsQuery({ status: 'all', sort: 'name', search: search || undefined }))
  const found = data?.pages[0]?.data ?? []
  return <OfMany {...props} label={texts.workflow} all={texts.allWorkflows} found={found} onSearch={onSearch} />
}

export function ClientFilter(props: ChoiceFilterProps) {
  const [search, onSearch] = useTyped(texts.allClients, texts.client, props.knownName)
  const { data: found = [] } = useQuery(clientsQuery(search))
  return <OfMany {...props} label={texts.client} all={texts.allClients} found={found} onSearch={onSearch} />
}
