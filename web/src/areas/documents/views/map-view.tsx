import { useQuery } from '@tanstack/react-query'
import type { Document } from '@throughline/contracts/documents'
import { Route } from 'lucide-react'
import { Empty } from '../../../ui/empty.tsx'
import { instanceQuery } from '../../instances/instances.api.ts'
import type { DocumentNarrowing } from '../documents.api.ts'
import { spec, texts } from '../documents.texts.ts'
import { type Group, GroupColumn } from './group-column.tsx'
import { StepHeading } from './step-heading.tsx'

type MapViewProps = {
  groups: readonly Group[]
  filter: DocumentNarrowing
  current: string | undefined
  onRows: (key: string, documents: readonly Document[]) => void
}

const NO_STEP = '-'

/** What belongs to no step stands last, where there is any. */
const shownOf = (groups: readonly Group[]) =>
  groups
    .filter(({ key, count }) => key !== NO_STEP || count > 0)
    .map((group) => (group.key === NO_STEP ? { ...group, name: texts.map.noStep } : group))

/** The steps of a workflow in their order, each with the documents it asked for. */
export function MapView({ groups, filter, current, onRows }: MapViewProps) {
  const { data: instance } = useQuery({
    ...instanceQuery(filter.instance ?? ''),
    enabled: filter.instance !== undefined,
  })
  const shown = shownOf(groups)
  if (shown.length === 0)
    return (
      <div className="grid h-full place-items-center pb-24">
        <Empty icon={Route} title={texts.map.noSteps} hint={texts.map.noStepsHint} />
      </div>
    )
  const stateOf = (step: string) => instance?.steps.find(({ id }) => id === step)?.state
  return (
    <div className="flex min-h-full min-w-max p-4 max-[759px]:min-w-0 max-[759px]:flex-col max-[759px]:gap-5">
      {shown.map((group, index) => (
        <GroupColumn
          key={group.key}
          group={group}
          filter={{ ...filter, step: group.key, sort: 'updated' }}
          current={current}
          status
          empty={spec.noneInStep}
          className="w-46.5 max-w-70 flex-1"
          onRows={onRows}
          heading={
            <StepHeading
              group={group}
              place={index + 1}
              last={index === shown.length - 1 || shown[index + 1]?.key === NO_STEP}
              rail={group.key !== NO_STEP}
              state={filter.instance === undefined ? undefined : stateOf(group.key)}
            />
          }
        />
      ))}
    </div>
  )
}
