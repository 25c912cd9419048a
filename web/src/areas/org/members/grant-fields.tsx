import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { spec, texts } from '../members.texts.ts'
import { useMembers } from './members-context.ts'
import { roleItems } from './role-items.ts'
import type { Grant } from './use-invite.ts'

const NO_TEAM = 'none'
const addTexts = texts.addDialog

/** Role and team, the same for one and for many. */
export function GrantFields({ grant }: { grant: Grant }) {
  const { rights, roles, teams } = useMembers()
  return (
    <>
      <Field label={addTexts.role} hint={addTexts.grant(rights.role)}>
        <Select value={grant.role?.id ?? null} onChange={grant.setRole} items={roleItems(roles, rights)} />
      </Field>
      <Field label={addTexts.team} optional>
        <Select
          value={grant.team?.id ?? NO_TEAM}
          onChange={grant.setTeam}
          items={[{ value: NO_TEAM, label: spec.noTeam }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      </Field>
    </>
  )
}
