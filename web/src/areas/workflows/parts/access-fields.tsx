import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import { useDeferredValue, useState } from 'react'
import { useSubmit } from '../../../shared/form/use-submit.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { toast } from '../../../ui/toast.ts'
import { memberChoicesQuery } from '../../org/members.api.ts'
import { teamsQuery } from '../../org/teams.api.ts'
import type { AccessChoice } from '../workflows.api.ts'
import { texts as workflowsTexts } from '../workflows.texts.ts'

const texts = workflowsTexts.access

const CHOICES = [
  { value: 'everyone', label: texts.everyone, hint: texts.everyoneHint },
  { value: 'limited', label: texts.limited, hint: texts.limitedHint },
] as const

type AccessDialogProps = {
  orgId: TenantId
  name: string
  access: AccessChoice
  /** What else it decides about. */
  note: string
  onSave: (choice: AccessChoice) => Promise<unknown>
  onClose: () => void
}

const namesNobody = ({ visibility, teams, people }: AccessChoice) =>
  visibility === 'limited' && teams.length + people.length === 0

/** Who can see one thing with all that belongs to it. */
export function AccessDialog({ orgId, name, access, note, onSave, onClose }: AccessDialogProps) {
  const [choice, setChoice] = useState<AccessChoice>(access)
  const { busy, problem, setProblem, submit } = useSubmit()
  const save = async () => {
    if (namesNobody(choice)) return setProblem({ title: texts.choose })
    const saved = await submit(() => onSave(choice), texts.failed)
    if (!saved) return undefined
    toast.success(texts.saved(name))
    return onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.title(name)}
      note={note}
      action={{ label: texts.save, busy, onClick: () => void save() }}
    >
      {problem && (
        <Banner tone="danger" title={problem.title} className="mb-4">
          {problem.text}
        </Banner>
      )}
      <AccessFields orgId={orgId} choice={choice} onChange={setChoice} />
    </Dialog>
  )
}

type AccessFieldsProps = { orgId: TenantId; choice: AccessChoice; onChange: (choice: AccessChoice) => void }

const option = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

/** Looks among the chosen first, then among those offered: the chosen are not lost with the next search. */
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
        legend={texts.legend}
        value={choice.visibility}
        onChange={(visibility) => onChange({ ...choice, visibility })}
        items={CHOICES}
      />
      {limited && (
        <>
          <Field label={texts.teams}>
            <Combobox
              items={teams.map(option)}
              value={choice.teams.map(option)}
              onChange={(next) => onChange({ ...choice, teams: pick(next, choice.teams, teams) })}
              placeholder={texts.findTeam}
            />
          </Field>
          <Field label={texts.persons}>
            <Combobox
              items={found.map(({ id, name, email }) => ({ value: id, label: name, hint: email }))}
              value={choice.people.map(option)}
              onChange={(next) => onChange({ ...choice, people: pick(next, choice.people, found) })}
              onSearch={setSearch}
              placeholder={texts.findPerson}
            />
          </Field>
        </>
      )}
    </div>
  )
}
