import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Person } from '@throughline/contracts/running'
import { useDeferredValue, useState } from 'react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { memberChoicesQuery } from '../../org/members.api.ts'
import { formTexts } from '../form/form.texts.ts'

/** Somebody as the list of members has them. */
export type Picked = Person & { email: string }

export type PersonPickerProps = {
  /** Needed outside a Field. */
  label?: string
  /** A member's id; empty: nobody. */
  value: string
  /** Also who that is; null: nobody. */
  onChange: (id: string, person: Picked | null) => void
  /** What choosing nobody is called; absent: somebody must be chosen. */
  nobody?: string
  /** Whoever is chosen already, or is likely to be. */
  known?: readonly Person[]
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
}

/** Somebody of the organisation, found by the server while one types. */
export function PersonPicker(props: PersonPickerProps) {
  const user = useCurrentUser()
  return user && <Picker {...props} user={user} />
}

function Picker({ user, ...props }: PersonPickerProps & { user: CurrentUser }) {
  const { value, onChange, nobody, known = [], placeholder = formTexts.findPerson, ...rest } = props
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Picked>()
  const people = usePeople(user, typed === (picked?.name ?? known.find(({ id }) => id === value)?.name) ? '' : typed)
  const found = people.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))
  const chosen = [picked, ...known].find((one) => one?.id === value)
  const missing = chosen && !found.some((one) => one.value === value) ? [{ value, label: chosen.name }] : []
  const none = nobody === undefined ? [] : [{ value: '', label: nobody }]
  const choose = (id: string) => {
    const person = people.find((one) => one.id === id)
    setPicked(person)
    if (id !== value) onChange(id, person ?? null)
  }
  return (
    <ComboboxOne
      {...rest}
      // What is found comes first: Enter takes it.
      items={typed === '' ? [...none, ...found, ...missing] : [...found, ...missing, ...none]}
      value={value}
      onChange={choose}
      onSearch={setTyped}
      placeholder={placeholder}
    />
  )
}

function usePeople(user: CurrentUser, typed: string): Picked[] {
  const enabled = user.organization_id !== null
  const { data } = useQuery({ ...memberChoicesQuery(user.tenant_id, useDeferredValue(typed.trim())), enabled })
  if (!enabled) {
    const { member_id, name, email, photo, username } = user
    return [{ id: member_id, name: name || email, photo, username, email }]
  }
  return (data ?? [])
    .filter(({ status }) => status !== 'suspended')
    .map(({ id, name, photo, email }) => ({ id, name, photo, username: null, email }))
}
