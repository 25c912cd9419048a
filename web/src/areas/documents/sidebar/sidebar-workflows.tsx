import { useInfiniteQuery } from '@tanstack/react-query'
import type { WorkflowCard } from '@throughline/contracts/workflows'
import { Button } from '../../../ui/button.tsx'
import { workflowsQuery } from '../../workflows/workflows.api.ts'
import { spec, texts } from '../documents.texts.ts'
import { Shelf } from './shelf.tsx'
import { useWorkflowCounts } from './use-counts.ts'

const TYPES = ['sequential', 'parallel', 'other'] as const

const typeOf = ({ type }: Pick<WorkflowCard, 'type'>) => TYPES.find((one) => one === type) ?? 'other'

type SidebarWorkflowsProps = { current: string | undefined; onChosen: () => void }

/** By their type; more of them on demand. */
export function SidebarWorkflows({ current, onChosen }: SidebarWorkflowsProps) {
  const list = useInfiniteQuery(workflowsQuery({ status: 'all', sort: 'name' }))
  const pages = list.data?.pages ?? []
  const counts = useWorkflowCounts(pages.map(({ data }) => data.map(({ id }) => id)))
  const workflows = pages.flatMap(({ data }) => data)
  const groups = TYPES.map((type) => ({ type, own: workflows.filter((one) => typeOf(one) === type) }))
  if (list.isError && workflows.length === 0)
    return (
      <p role="alert" className="mt-5 px-2 text-xs text-danger-fg">
        {texts.sidebarFailed}
      </p>
    )
  if (list.isPending) return null
  if (workflows.length === 0) return <p className="mt-5 px-2 text-xs text-fg-3">{texts.noWorkflows}</p>
  return (
    <>
      <h2 className="mt-5 mb-1 px-2 text-xs font-medium tracking-normal text-fg-3">{spec.workflows}</h2>
      {groups.map(
        ({ type, own }) =>
          own.length > 0 && (
            <section key={type} aria-label={spec.types[type]} className="mb-2">
              <h3 className="px-2 pt-1 pb-0.5 text-2xs font-medium tracking-normal text-fg-3">{spec.types[type]}</h3>
              <ul className="space-y-px">
                {own.map(({ id, name }) => (
                  <Shelf
                    key={id}
                    own
                    count={counts.get(id)}
                    current={id === current}
                    search={{ workflow: id }}
                    onChosen={onChosen}
                  >
                    {name}
                  </Shelf>
                ))}
              </ul>
            </section>
          ),
      )}
      {list.hasNextPage && (
        <Button variant="ghost" size="sm" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {texts.moreWorkflows}
        </Button>
      )}
    </>
  )
}
