import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { useDeferredValue, useState } from 'react'
import { useSubmit } from '../../../shared/form/use-submit.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Combobox, type ComboboxOption } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { memberChoicesQuery } from '../members.api.ts'
import { texts } from '../teams.texts.ts'
import type { TeamActs } from './use-team-acts.ts'

const addTexts = texts.addPeople

type AddPeopleProps = { orgId: TenantId; team: Team; acts: TeamActs; onClose: () => void }
type Choice = ComboboxOption & { member: Member }

const choice = (member: Member): Choice => ({ value: member.id, label: member.name, hint: member.email, member })

/** Whoever is not in the team yet, found by the server while one types. */
export function AddPeople({ orgId, team, acts, onClose }: AddPeopleProps) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Choice[]>([])
  const { busy, problem, submit } = useSubmit()
  const { data: found = [] } = useQuery(memberChoicesQuery(orgId, useDeferredValue(search.trim())))
  const items = found.filter(({ teams }) => !teams.some(({ id }) => id === team.id)).map(choice)
  const known = [...chosen, ...items]
  const add = async () => {
    const ids = chosen.map(({ member }) => member.id)
    if (!(await submit(() => acts.calls.addPeople(team.id, ids), addTexts.failed))) return
    toast.success(addTexts.added(chosen.length, team.name))
    void acts.refresh()
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={addTexts.title(team.name)}
      action={{ label: addTexts.add(chosen.length), busy, disabled: chosen.length === 0, onClick: () => void add() }}
    >
      {problem && (
        <Banner tone="danger" title={problem.title} className="mb-4">
          {problem.text}
        </Banner>
      )}
      <Field label={addTexts.people} hint={addTexts.hint}>
        <Combobox
          items={items}
          value={chosen}
          onChange={(next) => setChosen(next.flatMap(({ value }) => known.find((each) => each.value === value) ?? []))}
          onSearch={setSearch}
          placeholder={addTexts.find}
        />
      </Field>
    </Dialog>
  )
}
