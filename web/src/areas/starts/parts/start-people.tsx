import type { Schedule } from '@throughline/contracts/starts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { Field } from '../../../ui/field.tsx'
import { PersonPicker } from '../../tasks/parts/person-picker.tsx'
import { texts } from '../starts.texts.ts'
import { type StandIn, StandInField } from './stand-in-field.tsx'

type Told = Schedule['told']

type StartPeopleProps = {
  draft: { standIn?: StandIn | undefined; told?: Told | undefined }
  needsStarter: boolean
  standInName: string | undefined
  toldHint: string
  disabled: boolean
  onChange: (change: { standIn?: StandIn; told?: NonNullable<Told> }) => void
}

/** Who takes the starter's place, and who is told of problems. */
export function StartPeople({ draft, needsStarter, standInName, toldHint, disabled, onChange }: StartPeopleProps) {
  const user = useCurrentUser()
  const standIn = draft.standIn ?? (needsStarter && user ? { member: user.member_id } : undefined)
  return (
    <>
      {needsStarter && !disabled && (
        <StandInField
          value={standIn}
          name={draft.standIn ? standInName : user?.name || user?.email}
          onChange={(next) => onChange({ standIn: next })}
        />
      )}
      <Field label={texts.told} hint={toldHint}>
        <PersonPicker
          value={draft.told?.id ?? ''}
          known={draft.told ? [{ ...draft.told, photo: null, username: null }] : []}
          disabled={disabled}
          onChange={(_, person) => person && onChange({ told: { id: person.id, name: person.name } })}
        />
      </Field>
    </>
  )
}
