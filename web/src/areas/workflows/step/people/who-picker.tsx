import type { CurrentUser } from '@throughline/contracts/auth'
import { useState } from 'react'
import { useCurrentUser } from '../../../../shared/current-user.ts'
import { ComboboxOne } from '../../../../ui/combobox-one.tsx'
import { useKnown } from '../expressions/known.ts'
import { useEditing } from '../step-context.ts'
import { texts } from './people.texts.ts'
import { useWhoChoices } from './use-who-choices.ts'
import { type Assignee, keyOf, whoName } from './who.ts'

type WhoPickerProps = {
  label: string
  value: Assignee | undefined
  onChange: (who: Assignee | undefined) => void
  /** What choosing nobody is called; absent: somebody must be chosen. */
  nobody?: string | undefined
  placeholder?: string
  autoFocus?: boolean
}

/** Somebody who gets work: one's colleagues, teams, roles, the starter, or whoever an expression names. */
export function WhoPicker(props: WhoPickerProps) {
  const user = useCurrentUser()
  return user && <Picker {...props} user={user} />
}

function Picker({
  user,
  label,
  value,
  onChange,
  nobody,
  placeholder,
  autoFocus,
}: WhoPickerProps & { user: CurrentUser }) {
  const { names, tellRefs } = useEditing()
  const known = useKnown()
  const [typed, setTyped] = useState('')
  const chosen = value && { value: keyOf(value), label: whoName(value, names, known) }
  const none = nobody === undefined ? [] : [{ value: '', label: nobody }]
  // The box shows who is chosen: that is nothing to search for.
  const search = typed === (chosen?.label ?? nobody) ? '' : typed
  const found = useWhoChoices(user, search)
  const missing = chosen && !found.some((one) => one.value === chosen.value) ? [chosen] : []
  const pick = (key: string) => {
    if (key === '') return onChange(undefined)
    const choice = found.find((one) => one.value === key)
    if (!choice || (value && keyOf(value) === key)) return
    if (choice.refs) tellRefs(choice.refs)
    onChange(choice.who)
  }
  return (
    <ComboboxOne
      label={label}
      // What is found comes first: Enter takes it.
      items={search === '' ? [...none, ...found, ...missing] : [...found, ...missing, ...none]}
      value={chosen?.value ?? ''}
      onChange={pick}
      onSearch={setTyped}
      placeholder={placeholder ?? texts.find}
      {...(autoFocus && { autoFocus })}
    />
  )
}
