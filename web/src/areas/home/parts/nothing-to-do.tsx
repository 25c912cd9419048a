import { Link } from '@tanstack/react-router'
import { CircleCheckBig } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { statusLabels } from '../../tasks/parts/task-labels.ts'
import { texts } from '../home.texts.ts'
import type { CardStatus } from '../home-search.ts'

type NothingToDoProps = { card: CardStatus | undefined; canWork: boolean; onShowAll: () => void }

/** Nothing at all, or nothing under the card that is pressed. Loaded when needed: who has work does not wait for it. */
export default function NothingToDo({ card, canWork, onShowAll }: NothingToDoProps) {
  if (card) {
    const action = <Button onClick={onShowAll}>{texts.showAll}</Button>
    return <Empty icon={CircleCheckBig} title={texts.noneOf(statusLabels[card])} action={action} />
  }
  return (
    <div className="rounded-lg border border-dashed border-line-strong bg-surface-2 max-[759px]:mx-4 dark:bg-transparent">
      <Empty
        icon={CircleCheckBig}
        title={texts.nothing}
        hint={
          <>
            {canWork ? texts.enjoy : texts.lookAround}{' '}
            <Link to="/all-tasks" className={linkClass}>
              {texts.allTasks}
            </Link>
            .
          </>
        }
      />
    </div>
  )
}
