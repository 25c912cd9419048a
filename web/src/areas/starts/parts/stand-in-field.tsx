import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { useDeferredValue, useState } from 'react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { memberChoicesQuery, rolesQuery } from '../../org/members.api.ts'
import { teamsQuery } from '../../org/teams.api.ts'
import type { ScheduleBody } from '../starts.api.ts'
import { texts } from '../starts.texts.ts'

export type StandIn = NonNullable<ScheduleBody['stand_in']>
type Choice = ComboboxOption & { standIn: StandIn }

const { standInKinds: kinds } = texts

const member = (id: string, name: string): Choice => ({
  value: id,
  label: name,
  hint: kinds.member,
  standIn: { member: id },
})

/** Found by the server while one types. Alone in a workspace there is only oneself. */
function useChoices(user: CurrentUser, typed: string): Choice[] {
  const search = useDeferredValue(typed.trim())
  const enabled = user.organization_id !== null
  const people = useQuery({ ...memberChoicesQuery(user.tenant_id, search), enabled })
  const teams = useQuery({ ...teamsQuery(user.tenant_id), enabled })
  const roles = useQuery({ ...rolesQuery(user.tenant_id), enabled })
  if (!enabled) return [member(user.member_id, user.name || user.email)]
  const fits = ({ label }: Choice) => label.toLowerCase().includes(search.toLowerCase())
  const queues = [
    ...(teams.data ?? []).map(
      ({ id, name }): Choice => ({
        value: id,
        label: name,
        hint: kinds.team,
        standIn: { team: id },
      }),
    ),
    ...(roles.data ?? []).map(
      ({ id, display_name }): Choice => ({
        value: id,
        label: display_name,
        hint: kinds.role,
        standIn: { role: id },
      }),
    ),
  ]
  const active = (people.data ?? []).filter(({ status }) => status === 'active')
  return [...active.map(({ id, name }) => member(id, name)), ...queues.filter(fits)]
}

const idOf = (standIn: StandIn): string =>
  'member' in standIn ? standIn.member : 'team' in standIn ? standIn.team : standIn.role

type StandInFieldProps = {
  value: StandIn | undefined
  /** What the one that is chosen is called. */
  name: string | undefined
  onChange: (standIn: StandIn) => void
}

/** Who takes the starter's place where no person starts the work. */
export function StandInField(props: StandInFieldProps) {
  const user = useCurrentUser()
  return user && <StandInPicker {...props} user={user} />
}

function StandInPicker({ user, value, name, onChange }: StandInFieldProps & { user: CurrentUser }) {
  const [typed, setTyped] = useState('')
  const found = useChoices(user, typed)
  const chosen = value && idOf(value)
  const isListed = found.some((one) => one.value === chosen)
  const items = chosen && name && !isListed ? [{ value: chosen, label: name }, ...found] : found
  return (
    <Field label={texts.standIn} hint={texts.standInHint}>
      <ComboboxOne
        items={items}
        value={chosen ?? ''}
        onSearch={setTyped}
        onChange={(id) => {
          const choice = found.find((one) => one.value === id)
          if (choice) onChange(choice.standIn)
        }}
      />
    </Field>
  )
}
