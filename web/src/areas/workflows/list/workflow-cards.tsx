import type { WorkflowCard as Workflow } from '@throughline/contracts/workflows'
import type { ReactNode, RefObject } from 'react'
import { useEndInSight } from '../../../ui/use-end-in-sight.ts'
import { WorkflowCard } from './workflow-card.tsx'

export const cardGrid = 'grid grid-cols-[repeat(auto-fill,minmax(min(324px,100%),1fr))] gap-3 p-4'

type WorkflowCardsProps = {
  workflows: readonly Workflow[]
  menu: (workflow: Workflow) => ReactNode
  scroller: RefObject<HTMLElement | null>
  /** Another one after each page: then it is looked anew whether the end is in sight. */
  onNearEnd: () => void
}

export function WorkflowCards({ workflows, menu, scroller, onNearEnd }: WorkflowCardsProps) {
  const end = useEndInSight(scroller, onNearEnd)
  return (
    <>
      <ul className={cardGrid}>
        {workflows.map((workflow) => (
          <WorkflowCard key={workflow.id} workflow={workflow} menu={menu(workflow)} />
        ))}
      </ul>
      <div ref={end} />
    </>
  )
}
