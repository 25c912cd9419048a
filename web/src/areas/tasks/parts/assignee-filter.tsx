import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { useDeferredValue, useState } from 'react'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { memberChoicesQuery } from '../../org/members.api.ts'
import { texts } from '../tasks.texts.ts'

export const ANY = 'any'

type AssigneeFilterProps = {
  user: CurrentUser
  value: string | undefined
  onChange: (value: string | undefined) => void
}

export function AssigneeFilter({ user, value, onChange }: AssigneeFilterProps) {
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useState<{ value: string; label: string }>()
  const mine = { value: user.username, label: user.name || user.email, hint: user.email }
  const search = [texts.anyone, known?.label, mine.label].includes(typed) ? '' : typed.trim()
  const { data = [] } = useQuery(memberChoicesQuery(user.tenant_id, useDeferredValue(search)))
  const others = data
    .filter(({ id }) => id !== user.member_id)
    .map(({ name, email }) => ({ value: email, label: name, hint: email }))
  const found = [mine, ...others]
  const choose = (next: string) => {
    setKnown(found.find((one) => one.value === next))
    onChange(next === ANY ? undefined : next)
  }
  return (
    <ComboboxOne
      label={texts.filter.assignee}
      items={withChosen(texts.anyone, found, value, known)}
      value={value ?? ANY}
      onChange={choose}
      onSearch={setTyped}
      className="w-44"
    />
  )
}

type Item = { value: string; label: string; hint?: string }

/** What is chosen stays there to be seen, also when the search has found others. */
export function withChosen(
  any: string,
  found: readonly Item[],
  value: string | undefined,
  known: Item | undefined,
): Item[] {
  const missing = value !== undefined && !found.some((one) => one.value === value)
  const chosen = known?.value === value ? known : value !== undefined ? { value, label: value } : undefined
  return [{ value: ANY, label: any }, ...(missing && chosen ? [chosen] : []), ...found]
}
