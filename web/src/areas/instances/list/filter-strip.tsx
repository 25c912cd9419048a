import type { InstanceSort } from '@throughline/contracts/instances'
import type { InstanceStatus } from '@throughline/contracts/running'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Select } from '../../../ui/select.tsx'
import { texts } from '../instances.texts.ts'
import { ClientFilter, WorkflowFilter } from '../parts/choice-filters.tsx'
import { InstanceGlyph, instanceStatusLabel } from '../parts/instance-status.tsx'
import { SORTS, STATUSES } from './instances-search.ts'

const SORT_ITEMS = SORTS.map((value) => ({ value, label: texts.sorts[value] }))

type Filters = {
  statuses: readonly InstanceStatus[]
  workflow: string | undefined
  client: string | undefined
  sort: InstanceSort
}

type FilterStripProps = {
  filters: Filters
  onChange: (changes: Partial<Filters>) => void
  onReset: (() => void) | undefined
  /** The trash is ordered by when things came into it. */
  sortable: boolean
  /** Names of what is chosen, where a row has told them. */
  known: { workflow?: string | undefined; client?: string | undefined }
  /** What has come in the meantime. */
  fresh: ReactNode
}

export function FilterStrip({ filters, onChange, onReset, sortable, known, fresh }: FilterStripProps) {
  const { statuses, workflow, client, sort } = filters
  const toggle = (status: InstanceStatus, on: boolean) =>
    onChange({ statuses: on ? [...statuses, status] : statuses.filter((other) => other !== status) })
  return (
    <search
      aria-label={texts.filter}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b bg-surface-2 px-4 py-2"
    >
      <fieldset aria-label={texts.status} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        {STATUSES.map((status) => (
          <Checkbox key={status} checked={statuses.includes(status)} onChange={(on) => toggle(status, on)}>
            <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-fg-2">
              <InstanceGlyph status={status} />
              {instanceStatusLabel(status)}
            </span>
          </Checkbox>
        ))}
      </fieldset>
      {fresh}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <WorkflowFilter value={workflow} knownName={known.workflow} onChange={(next) => onChange({ workflow: next })} />
        <ClientFilter value={client} knownName={known.client} onChange={(next) => onChange({ client: next })} />
        {sortable && (
          <Select
            label={texts.sort}
            value={sort}
            onChange={(next) => onChange({ sort: next })}
            items={SORT_ITEMS}
            className="w-28!"
          />
        )}
        <Button size="sm" variant="ghost" disabled={onReset === undefined} onClick={onReset}>
          {texts.reset}
        </Button>
      </div>
    </search>
  )
}
