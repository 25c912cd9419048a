import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { useChoice } from '../../../shared/use-choice.ts'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { memberChoicesQuery } from '../../org/members.api.ts'
import { texts } from '../tasks.texts.ts'

type AssigneeFilterProps = {
  user: CurrentUser
  value: string | undefined
  onChange: (value: string | undefined) => void
}

export function AssigneeFilter({ user, value, onChange }: AssigneeFilterProps) {
  const mine = { value: user.username, label: user.name || user.email, hint: user.email }
  const knownName = value === mine.value ? mine.label : undefined
  const { search, comboboxProps } = useChoice({ any: texts.anyone, value, knownName, unnamed: value ?? '' })
  const { data = [] } = useQuery(memberChoicesQuery(user.tenant_id, search))
  const others = data
    .filter(({ id }) => id !== user.member_id)
    .map(({ name, email }) => ({ value: email, label: name, hint: email }))
  return <ComboboxOne label={texts.filter.assignee} {...comboboxProps([mine, ...others], onChange)} className="w-44" />
}
