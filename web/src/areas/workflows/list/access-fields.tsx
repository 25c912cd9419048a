import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import { useDeferredValue, useState } from 'react'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { memberChoicesQuery } from '../../org/members.api.ts'
import { teamsQuery } from '../../org/teams.api.ts'
import type { AccessChoice } from '../workflows.api.ts'
import { texts } from '../workflows.texts.ts'

const words = texts.access

const CHOICES = [
  { value: 'everyone', label: words.everyone, hint: words.everyoneHint },
  { value: 'limited', label: words.limited, hint: words.limitedHint },
] as const

type AccessFieldsProps = { orgId: TenantId; choice: AccessChoice; onChange: (choice: AccessChoice) => void }

const option = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

/** Chosen first, then what is offered now: whoever was chosen stays known after the next search. */
const pick = <T extends { id: string }>(options: readonly { value: string }[], ...known: (readonly T[])[]) =>
  options.flatMap(({ value }) => known.flat().find(({ id }) => id === value) ?? [])

export function AccessFields({ orgId, choice, onChange }: AccessFieldsProps) {
  const [search, setSearch] = useState('')
  const limited = choice.visibility === 'limited'
  const { data: teams = [] } = useQuery({ ...teamsQuery(orgId), enabled: limited })
  const people = useQuery({ ...memberChoicesQuery(orgId, useDeferredValue(search.trim())), enabled: limited })
  const found = people.data ?? []
  return (
    <div className="space-y-4">
      <RadioGroup
        legend={words.legend}
        value={choice.visibility}
        onChange={(visibility) => onChange({ ...choice, visibility })}
        items={CHOICES}
      />
      {limited && (
        <>
          <Field label={words.teams}>
            <Combobox
              items={teams.map(option)}
              value={choice.teams.map(option)}
              onChange={(next) => onChange({ ...choice, teams: pick(next, choice.teams, teams) })}
              placeholder={words.findTeam}
            />
          </Field>
          <Field label={words.persons}>
            <Combobox
              items={found.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
              value={choice.people.map(option)}
              onChange={(next) => onChange({ ...choice, people: pick(next, choice.people, found) })}
              onSearch={setSearch}
              placeholder={words.findPerson}
            />
          </Field>
        </>
      )}
    </div>
  )
}
