import { Link } from '@tanstack/react-router'
import { CircleCheckBig } from 'lucide-react'
import { Empty } from '../../../ui/empty.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { texts } from '../home.texts.ts'

export function NothingAssigned() {
  return (
    <div className="rounded-lg border border-dashed border-line-strong bg-surface-2 max-[759px]:mx-4 dark:bg-transparent">
      <Empty
        icon={CircleCheckBig}
        title={texts.nothing}
        hint={
          <>
            {texts.enjoy}{' '}
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
