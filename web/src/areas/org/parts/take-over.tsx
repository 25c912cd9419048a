import { useQuery } from '@tanstack/react-query'
import type { MemberId, TeamId, TenantId } from '@throughline/contracts/ids'
import type { Team } from '@throughline/contracts/org-teams'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { Field } from '../../../ui/field.tsx'
import { memberChoicesQuery } from '../members.api.ts'
import { texts } from '../members.texts.ts'

const takeOverTexts = texts.takeOver

/** Without a body the work stays where it is. */
export type Taker = { value: string; label: string; body: { to_member: MemberId } | { to_team: TeamId } | undefined }

const NOBODY: Taker = { value: 'nobody', label: takeOverTexts.nobody, body: undefined }

type TakeOverProps = {
  orgId: TenantId
  teams: readonly Pick<Team, 'id' | 'name'>[]
  /** Those who cannot take it: whose work it is, and the person who asks. */
  excluded: ReadonlySet<MemberId>
  label: string
  /** Connections are no part of a queue. */
  hasConnections?: boolean | undefined
  /** Where there is nobody else, the work can stay where it is. */
  canStay?: boolean
  /** It comes in the place of the button that was pressed for it. */
  takesFocus?: boolean
  taker: Taker | undefined
  problem: string | undefined
  onChoose: (taker: Taker) => void
}

/** A colleague, or a team whose members take from its queue. */
export function TakeOver(props: TakeOverProps) {
  const { orgId, teams, excluded, label, hasConnections, canStay, takesFocus, taker, problem, onChoose } = props
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem || takesFocus) place.current?.querySelector('input')?.focus()
  }, [problem, takesFocus])
  const search = typed === taker?.label ? '' : typed.trim()
  const { data = [], isSuccess } = useQuery(memberChoicesQuery(orgId, useDeferredValue(search)))
  const people: Taker[] = data
    .filter(({ id, status }) => status === 'active' && !excluded.has(id))
    .map(({ id, name }) => ({ value: id, label: name, body: { to_member: id } }))
  const queues: Taker[] = teams
    .map(({ id, name }): Taker => ({ value: id, label: takeOverTexts.queueOf(name), body: { to_team: id } }))
    .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
  const others = [...people, ...queues]
  const found = canStay && isSuccess && search === '' && others.length === 0 ? [NOBODY] : others
  const items = taker && !found.some(({ value }) => value === taker.value) ? [...found, taker] : found
  const isQueue = taker?.body !== undefined && 'to_team' in taker.body
  return (
    <div ref={place}>
      <Field label={label} error={problem} hint={isQueue && hasConnections ? takeOverTexts.noQueue : undefined}>
        <ComboboxOne
          items={items}
          value={taker?.value ?? ''}
          onChange={(value) => {
            const next = items.find((item) => item.value === value)
            if (next) onChoose(next)
          }}
          onSearch={setTyped}
          placeholder={takeOverTexts.find}
        />
      </Field>
    </div>
  )
}
