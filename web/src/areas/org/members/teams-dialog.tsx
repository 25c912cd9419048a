import { type Member, MOST_TEAMS } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { useState } from 'react'
import { Combobox, type ComboboxOption } from '../../../ui/combobox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { RadioGroup } from '../../../ui/radio.tsx'
import { texts } from '../members.texts.ts'

type NamedTeam = Pick<Team, 'id' | 'name'>
type TeamsDialogProps = {
  member: Member
  teams: readonly Team[]
  onClose: () => void
  /** The primary one first. */
  onSave: (teams: NamedTeam[]) => void
}

const teamsTexts = texts.teamsDialog
const option = ({ id, name }: NamedTeam): ComboboxOption => ({ value: id, label: name })

/** Several teams for one person, and which of them is the primary one. */
export function TeamsDialog({ member, teams, onClose, onSave }: TeamsDialogProps) {
  const [chosen, setChosen] = useState(() => member.teams.map(option))
  const [primary, setPrimary] = useState(member.team?.id.toString())
  const first = chosen.find(({ value }) => value === primary) ?? chosen[0]
  const tooMany = chosen.length > MOST_TEAMS
  const save = () => {
    if (tooMany) return
    const ordered = first ? [first, ...chosen.filter(({ value }) => value !== first.value)] : []
    const known: NamedTeam[] = [...teams, ...member.teams]
    onSave(ordered.flatMap(({ value }) => known.find(({ id }) => id === value) ?? []))
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={teamsTexts.title(member.name)}
      note={teamsTexts.note}
      action={{ label: teamsTexts.save, onClick: save }}
    >
      <Field label={teamsTexts.teams} error={tooMany && teamsTexts.most(MOST_TEAMS)}>
        <Combobox items={teams.map(option)} value={chosen} onChange={setChosen} placeholder={teamsTexts.find} />
      </Field>
      {chosen.length > 1 && first && (
        <RadioGroup
          className="mt-4"
          legend={teamsTexts.primary}
          value={first.value}
          onChange={setPrimary}
          items={chosen.map(({ value, label }) => ({ value, label: <span translate="no">{label}</span> }))}
        />
      )}
    </Dialog>
  )
}
