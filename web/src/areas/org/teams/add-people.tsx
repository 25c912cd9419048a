import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { useDeferredValue, useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Combobox, type ComboboxOption } from '../../../ui/combobox.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.ts'
import { reasonOf } from '../members/reason.ts'
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
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ reason: string | undefined }>()
  const { data: found = [] } = useQuery(memberChoicesQuery(orgId, useDeferredValue(search.trim())))
  const items = found.filter(({ teams }) => !teams.some(({ id }) => id === team.id)).map(choice)
  const known = [...chosen, ...items]
  const add = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await acts.calls.addPeople(
        team.id,
        chosen.map(({ member }) => member.id),
      )
      toast.success(addTexts.added(chosen.length, team.name))
      void acts.refresh()
      onClose()
    } catch (error) {
      setProblem({ reason: reasonOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={addTexts.title(team.name)}
      footer={
        <DialogActions busy={busy} disabled={chosen.length === 0} onClick={() => void add()}>
          {addTexts.add(chosen.length)}
        </DialogActions>
      }
    >
      {problem && (
        <Banner tone="danger" title={addTexts.failed} className="mb-4">
          {problem.reason}
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
