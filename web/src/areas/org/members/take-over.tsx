import { useQuery } from '@tanstack/react-query'
import type { MemberId, TeamId, TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import { useDeferredValue, useState } from 'react'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { memberChoicesQuery } from '../members.api.ts'
import { texts } from '../members.texts.ts'
import { useMembers } from './members-context.ts'

const words = texts.takeOver

/** Without a body the work stays where it is. */
export type Taker = { value: string; label: string; body: { to_member: MemberId } | { to_team: TeamId } | undefined }

const NOBODY: Taker = { value: 'nobody', label: words.nobody, body: undefined }

type TakeOverProps = {
  orgId: TenantId
  leaving: readonly Member[]
  /** How many tasks are open; none where that could not be found out. */
  open: number
  taker: Taker | undefined
  problem: string | undefined
  onChoose: (taker: Taker) => void
}

/**
 * A colleague, or a team whose members take from its queue; never the person who asks. Where there is nobody else, the
 * work can stay where it is.
 */
export function TakeOver({ orgId, leaving, open, taker, problem, onChoose }: TakeOverProps) {
  const { teams, rights } = useMembers()
  const [typed, setTyped] = useState('')
  const search = typed === taker?.label ? '' : typed.trim()
  const { data = [], isSuccess } = useQuery(memberChoicesQuery(orgId, useDeferredValue(search)))
  const gone = new Set([...leaving.map(({ id }) => id), rights.self])
  const people: Taker[] = data
    .filter(({ id, status }) => status === 'active' && !gone.has(id))
    .map(({ id, name }) => ({ value: id, label: name, body: { to_member: id } }))
  const queues: Taker[] = teams
    .map(({ id, name }): Taker => ({ value: id, label: words.queueOf(name), body: { to_team: id } }))
    .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
  const others = [...people, ...queues]
  const found = isSuccess && search === '' && others.length === 0 ? [NOBODY] : others
  const items = taker && !found.some(({ value }) => value === taker.value) ? [...found, taker] : found
  return (
    <Field label={open > 0 ? words.label(open) : words.unknown} error={problem}>
      <ComboboxOne
        items={items}
        value={taker?.value ?? ''}
        onChange={(value) => {
          const next = items.find((item) => item.value === value)
          if (next) onChoose(next)
        }}
        onSearch={setTyped}
        placeholder={words.find}
      />
    </Field>
  )
}
