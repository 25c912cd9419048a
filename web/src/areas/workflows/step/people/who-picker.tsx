import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Member } from '@throughline/contracts/org-members'
import type { WorkflowRefs } from '@throughline/contracts/workflows'
import { useDeferredValue, useState } from 'react'
import { useCurrentUser } from '../../../../shared/current-user.ts'
import { useExpressionScope } from '../../../../shared/expressions/scope.ts'
import type { ComboboxOption } from '../../../../ui/combobox.tsx'
import { ComboboxOne } from '../../../../ui/combobox-one.tsx'
import { memberChoicesQuery, rolesQuery } from '../../../org/members.api.ts'
import { teamsQuery } from '../../../org/teams.api.ts'
import { useEditing } from '../step-context.ts'
import { texts } from './people.texts.ts'
import { type Assignee, keyOf, whoName } from './who.ts'

/** Somebody to choose; `refs` is what the document then names beyond itself. */
type WhoChoice = ComboboxOption & { who: Assignee; refs?: Partial<WorkflowRefs> }

const choice = (who: Assignee, label: string, hint: string, refs?: Partial<WorkflowRefs>): WhoChoice => ({
  value: keyOf(who),
  who,
  label,
  hint,
  ...(refs && { refs }),
})

const personChoice = ({ id, name, photo }: Pick<Member, 'id' | 'name' | 'photo'>, hint: string): WhoChoice =>
  choice({ person: id }, name, hint, { people: [{ id, name, photo }] })

const oneself = ({ member_id, name, email, photo }: CurrentUser): WhoChoice =>
  personChoice({ id: member_id, name: name || email, photo }, email)

/** Whom work can be given to, found by the server while one types. Alone in a workspace there is only oneself. */
function useWhoChoices(user: CurrentUser, typed: string): WhoChoice[] {
  const scope = useExpressionScope()
  const search = useDeferredValue(typed.trim())
  const { people, teams, roles } = useMembers(user, search)
  const fits = ({ label }: { label: string }) => label.toLowerCase().includes(search.toLowerCase())
  const starter = choice({ starter: true }, texts.starter, texts.starterHint)
  const variables = scope
    .variables()
    .filter(({ type }) => type === 'person')
    .map(({ name }) => choice({ expr: `vars.${name}` }, scope.labels.variable(name), texts.variableHint))
  const queues = [
    ...teams.map(({ id, name }) => choice({ team: id }, name, texts.teamHint, { teams: [{ id, name }] })),
    ...roles.map(({ display_name }) => choice({ role: display_name }, display_name, texts.roleHint)),
    choice({ expr: '' }, texts.byExpression, texts.byExpressionHint),
  ]
  return [...[starter, ...variables].filter(fits), ...people, ...queues.filter(fits)]
}

function useMembers(user: CurrentUser, search: string) {
  const enabled = user.organization_id !== null
  const people = useQuery({ ...memberChoicesQuery(user.tenant_id, search), enabled })
  const teams = useQuery({ ...teamsQuery(user.tenant_id), enabled })
  const roles = useQuery({ ...rolesQuery(user.tenant_id), enabled })
  if (!enabled) return { people: [oneself(user)], teams: [], roles: [] }
  return {
    people: (people.data ?? [])
      .filter(({ status }) => status !== 'suspended')
      .map((member) => personChoice(member, member.email)),
    teams: teams.data ?? [],
    roles: roles.data ?? [],
  }
}

type WhoPickerProps = {
  label: string
  value: Assignee | undefined
  onChange: (who: Assignee | undefined) => void
  /** What choosing nobody is called; absent: somebody must be chosen. */
  nobody?: string | undefined
  placeholder?: string
  autoFocus?: boolean
}

/** Picks who gets work: a colleague, a team, a role, the starter, or the person an expression names. */
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
  const scope = useExpressionScope()
  const [typed, setTyped] = useState('')
  const chosen = value && { value: keyOf(value), label: whoName(value, names, scope) }
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
