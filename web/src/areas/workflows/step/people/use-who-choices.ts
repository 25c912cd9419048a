import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Member } from '@throughline/contracts/org-members'
import type { WorkflowRefs } from '@throughline/contracts/workflows'
import { useDeferredValue } from 'react'
import type { ComboboxOption } from '../../../../ui/combobox.tsx'
import { memberChoicesQuery, rolesQuery } from '../../../org/members.api.ts'
import { teamsQuery } from '../../../org/teams.api.ts'
import { useKnown } from '../expressions/known.ts'
import { texts } from './people.texts.ts'
import { type Assignee, keyOf } from './who.ts'

/** Somebody to choose; `refs` is what the document then names beyond itself. */
export type WhoChoice = ComboboxOption & { who: Assignee; refs?: Partial<WorkflowRefs> }

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
export function useWhoChoices(user: CurrentUser, typed: string): WhoChoice[] {
  const known = useKnown()
  const search = useDeferredValue(typed.trim())
  const { people, teams, roles } = useMembers(user, search)
  const fits = ({ label }: { label: string }) => label.toLowerCase().includes(search.toLowerCase())
  const starter = choice({ starter: true }, texts.starter, texts.starterHint)
  const variables = known
    .variables()
    .filter(({ type }) => type === 'person')
    .map(({ name }) => choice({ expr: `vars.${name}` }, known.labels.variable(name), texts.variableHint))
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
