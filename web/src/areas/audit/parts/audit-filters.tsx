import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import { CalendarDays, ListFilter } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useChoice } from '../../../shared/use-choice.ts'
import { Button } from '../../../ui/button.tsx'
import { ComboboxOne } from '../../../ui/combobox-one.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { actorsQuery } from '../audit.api.ts'
import { texts } from '../audit.texts.ts'
import { type AuditSearch, RANGES, rangeOf } from './filters.ts'

const filterTexts = texts.filters
const GROUPS = Object.entries(filterTexts.groups)
/** Somebody who types an address wants the rows of the whole one. */
const TYPING_PAUSE = 400

type AuditFiltersProps = Pick<WhoFilterProps, 'orgId' | 'knownName'> & {
  search: AuditSearch
  onChange: (change: AuditSearch) => void
  onClear: () => void
}

export function AuditFilters({ orgId, knownName, search, onChange, onClear }: AuditFiltersProps) {
  const range = rangeOf(search)
  const any = Object.keys(search).length > 0
  return (
    <FilterBar label={filterTexts.label}>
      <ListFilter size={15} aria-hidden className="text-fg-3" />
      <WhoFilter orgId={orgId} knownName={knownName} value={search.who} onChange={(who) => onChange({ who })} />
      <Select
        quiet
        label={filterTexts.what}
        value={search.act ?? ''}
        onChange={(act) => onChange({ act: act || undefined })}
        items={[{ value: '', label: filterTexts.anyAct }, ...actItems(search.act)]}
      />
      <AddressFilter value={search.address ?? ''} onChange={(address) => onChange({ address: address || undefined })} />
      <CalendarDays size={15} aria-hidden className="ml-1 text-fg-3" />
      <Select
        quiet
        label={filterTexts.when}
        value={range}
        onChange={(next) =>
          onChange(
            next === 'custom'
              ? { range: next }
              : { range: next === 'all' ? undefined : next, from: undefined, to: undefined },
          )
        }
        items={RANGES.map((value) => ({ value, label: filterTexts.ranges[value] }))}
      />
      {range === 'custom' && (
        <>
          <DayField label={filterTexts.from} value={search.from} onChange={(from) => onChange({ from })} />
          <DayField label={filterTexts.to} value={search.to} onChange={(to) => onChange({ to })} />
        </>
      )}
      {any && (
        <Button variant="ghost" size="sm" onClick={onClear}>
          {filterTexts.clear}
        </Button>
      )}
    </FilterBar>
  )
}

/** A single act, from a link, stands beside the groups by its own name. */
function actItems(act: string | undefined) {
  const groups = GROUPS.map(([value, label]) => ({ value, label }))
  return act && !groups.some(({ value }) => value === act) ? [...groups, { value: act, label: act }] : groups
}

function AddressFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return undefined
    const timer = setTimeout(() => onChange(typed.trim()), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <Input
      size="sm"
      aria-label={filterTexts.address}
      placeholder={filterTexts.addressExample}
      value={typed}
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      className="w-36!"
    />
  )
}

type DayFieldProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void }

const DayField = ({ label, value, onChange }: DayFieldProps) => (
  <Input
    size="sm"
    type="date"
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value || undefined)}
    className="w-36!"
  />
)

type WhoFilterProps = {
  orgId: TenantId
  value: string | undefined
  /** The chosen person's name, where a row has told it. */
  knownName: string | undefined
  onChange: (who: string | undefined) => void
}

/** One of thousands: the server is asked for those whose names begin as typed. */
function WhoFilter({ orgId, value, knownName, onChange }: WhoFilterProps) {
  const { search, comboboxProps } = useChoice({ any: filterTexts.anyone, value, knownName, unnamed: value ?? '' })
  const found = useQuery({ ...actorsQuery(orgId, search), placeholderData: keepPreviousData })
  const people = (found.data ?? []).map(({ id, name, email }) => ({
    value: String(id),
    label: name || email,
    ...(name && { hint: email }),
  }))
  return <ComboboxOne label={filterTexts.who} {...comboboxProps(people, onChange)} className="h-(--control-sm)! w-44" />
}
