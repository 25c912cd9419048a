import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import { useDeferredValue, useState } from 'react'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { actorsQuery } from '../audit.api.ts'
import { texts } from '../audit.texts.ts'

const words = texts.filters
const ANYONE = { value: '', label: words.anyone }

export type WhoFilterProps = {
  orgId: TenantId
  value: string | undefined
  /** The chosen person's name, where a row has told it. */
  knownName: string | undefined
  onChange: (who: string | undefined) => void
}

/** One of thousands: the server is asked for those whose names begin as typed. */
export function WhoFilter({ orgId, value, knownName, onChange }: WhoFilterProps) {
  const [typed, setTyped] = useState('')
  const chosenName = knownName ?? value ?? ''
  const search = useDeferredValue(typed === chosenName || typed === words.anyone ? '' : typed.trim())
  const found = useQuery({ ...actorsQuery(orgId, search), placeholderData: keepPreviousData })
  const people = (found.data ?? []).map(({ id, name, email }) => ({
    value: String(id),
    label: name || email,
    ...(name && { hint: email }),
  }))
  const chosen = value && !people.some((person) => person.value === value) ? [{ value, label: chosenName }] : []
  return (
    <ComboboxOne
      label={words.who}
      items={[ANYONE, ...chosen, ...people]}
      value={value ?? ''}
      onChange={(who) => onChange(who || undefined)}
      onSearch={setTyped}
      className="h-(--control-sm)! w-44"
    />
  )
}
